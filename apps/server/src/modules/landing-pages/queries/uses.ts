import type { ImageUse } from "@homeroom/contract/ai-images";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { sql } from "kysely";
import type { OtherUses } from "#modules/lists/public";
import type { LeadSourcesOf } from "#modules/organizations/public";
import { type Actor, can } from "#platform/auth/actor";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { reachPages } from "../policy.ts";
import { withinReach } from "./pages.ts";

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

/** The pages that visitors see now and whose leads go to a branch. */
export const livePagesOfBranch: LeadSourcesOf = async (tx, { organizationId }, branchId) => {
  const rows = await tx
    .selectFrom("landing_page")
    .select("name")
    .where("organization_id", "=", organizationId)
    .where("branch_id", "=", branchId)
    .where("live_version_id", "is not", null)
    .where("deleted_at", "is", null)
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => ({ kind: "landingPage", name }));
};

/** The landing pages that show one of these files, in their draft or to visitors. */
export async function picturesOfPages(tx: Tx, actor: Actor, fileIds: readonly FileId[]): Promise<ImageUse[]> {
  if (!can(actor, "ad:landing:query") || fileIds.length === 0) return [];
  const files = sql`${sql.val([...fileIds])}::uuid[]`;
  const rows = await withinReach(tx.selectFrom("landing_page"), reachPages(actor, "ad:landing:query"))
    .select(["page_id as recordID", "name"])
    .where("deleted_at", "is", null)
    .where(
      sql<boolean>`(picture_ids && ${files} or exists (
        select from landing_version live where live.organization_id = landing_page.organization_id
          and live.version_id = landing_page.live_version_id and live.picture_ids && ${files}))`,
    )
    .orderBy("name")
    .orderBy("page_id")
    .limit(100)
    .execute();
  return rows.map((use) => ({ place: "landingPage", ...use }));
}
