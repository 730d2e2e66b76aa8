import type { RecordId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { sql } from "kysely";
import type { OtherUses } from "#modules/lists/public";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

async function countPages(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<Map<RecordId, number>> {
  const rows = await tx
    .selectFrom("landing_page")
    .select(["category_id as id", sql<number>`count(*)::int`.as("count")])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("category_id", ids))
    .where("deleted_at", "is", null)
    .groupBy("category_id")
    .execute();
  return new Map(rows.flatMap(({ id, count }) => (id ? [[id, count]] : [])));
}

/** The categories that pages have, and the channels that their leads come through. */
export const categoriesOfPages: OtherUses = {
  async countItems(tx, scope, { list, ids }) {
    return list === customLists.landingCategories ? countPages(tx, scope, ids) : new Map();
  },
  async isItemUsed(tx, scope, { list, id }) {
    return list === customLists.landingCategories && (await countPages(tx, scope, [id])).size > 0;
  },
  async isChannelUsed(tx, scope, channelId) {
    const found = await tx
      .selectFrom("landing_page")
      .select("page_id")
      .where("organization_id", "=", scope.organizationId)
      .where((where) => where.or([where("channel_id", "=", channelId), where("secondary_channel_id", "=", channelId)]))
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    return found !== undefined;
  },
};
