import type { RecordId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { sql } from "kysely";
import type { OtherUses } from "#modules/lists/public";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

async function countProducts(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<Map<RecordId, number>> {
  const rows = await tx
    .selectFrom("product")
    .select(["type_id as id", sql<number>`count(*)::int`.as("count")])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("type_id", ids))
    .where("deleted_at", "is", null)
    .groupBy("type_id")
    .execute();
  return new Map(rows.flatMap(({ id, count }) => (id ? [[id, count]] : [])));
}

/** The types that products have. That of a deleted product may be removed. */
export const typesOfProducts: OtherUses = {
  async countItems(tx, scope, { list, ids }) {
    return list === customLists.productTypes ? countProducts(tx, scope, ids) : new Map();
  },
  async isItemUsed(tx, scope, { list, id }) {
    return list === customLists.productTypes && (await countProducts(tx, scope, [id])).size > 0;
  },
};
