import type { ImageUse } from "@homeroom/contract/ai-images";
import type { FileId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { type Actor, can } from "#platform/auth/actor";
import type { Tx } from "#platform/db/transaction";

/** The products that show one of these files. */
export async function picturesOfProducts(tx: Tx, actor: Actor, fileIds: readonly FileId[]): Promise<ImageUse[]> {
  if (!can(actor, "sale:product:query") || fileIds.length === 0) return [];
  const found = await sql<Omit<ImageUse, "place">>`
    select product_id as "recordID", name from product
    where organization_id = ${actor.organizationId} and deleted_at is null
      and image_file_ids && ${sql.val([...fileIds])}::uuid[] order by name, product_id limit 100`.execute(tx);
  return found.rows.map((use) => ({ place: "product", ...use }));
}
