import type { ImageUse } from "@homeroom/contract/ai-images";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { sql } from "kysely";
import type { OtherUses } from "#modules/lists/public";
import { type Actor, can } from "#platform/auth/actor";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The types in use by products. The type of a deleted product can be removed. */
export const typesOfProducts: OtherUses = {
  async countItems(tx, scope, { list, ids }) {
    return list === customLists.productTypes ? countProducts(tx, scope, ids) : new Map();
  },
  async isItemUsed(tx, scope, { list, id }) {
    return list === customLists.productTypes && (await countProducts(tx, scope, [id])).size > 0;
  },
};

/** The products that show one of these files. */
export async function picturesOfProducts(tx: Tx, actor: Actor, fileIds: readonly FileId[]): Promise<ImageUse[]> {
  if (!can(actor, "sale:product:query") || fileIds.length === 0) return [];
  const found = await sql<Omit<ImageUse, "place">>`
    select product_id as "recordID", name from product
    where organization_id = ${actor.organizationId} and deleted_at is null
      and image_file_ids && ${sql.val([...fileIds])}::uuid[] order by name, product_id limit 100`.execute(tx);
  return found.rows.map((use) => ({ place: "product", ...use }));
}

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
