import { FileId, RecordId } from "@homeroom/contract/ids";
import { CurrencyCode } from "@homeroom/contract/money";
import { AddProductForm, productKinds } from "@homeroom/contract/products";
import { sql } from "kysely";
import { z } from "zod";
import { recordChange } from "#modules/audit/public";
import type { ImportedRecord, UndoneRecord } from "#modules/imports/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refusingTakenRetailerId } from "../../actions/refuse-taken-retailer-id.ts";
import { writeProduct } from "../../actions/write-product.ts";
import type { ProductUses } from "../../port.ts";
import { lockProducts } from "../../queries/products.ts";

/** A form as `formOf` left it with the run; its pictures may be none. */
const UndoneForm = AddProductForm.extend({
  currency: CurrencyCode,
  kind: z.enum(productKinds),
  images: z.array(FileId),
});

interface Undo {
  records: readonly ImportedRecord[];
  uses: readonly ProductUses[];
}

/** Takes imported products back, unless they were changed or sold since. */
export async function undoProducts(tx: Tx, actor: Actor, { records, uses }: Undo): Promise<UndoneRecord[]> {
  requirePermission(actor, "sale:product:import");
  const scope = sharedScope(actor);
  const words: UndoneRecord[] = [];
  for (const record of records) {
    await sql`savepoint product_undo`.execute(tx);
    try {
      words.push(await refusingTakenRetailerId(() => undoOne(tx, scope, { actor, record, uses })));
      await sql`release savepoint product_undo`.execute(tx);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await sql`rollback to savepoint product_undo`.execute(tx);
      words.push("changed");
    }
  }
  return words;
}

async function undoOne(
  tx: Tx,
  scope: Scope,
  { actor, record, uses }: { actor: Actor; record: ImportedRecord } & Pick<Undo, "uses">,
): Promise<UndoneRecord> {
  const id = RecordId.parse(record.recordId);
  const [product] = await lockProducts(tx, scope, [id]);
  if (!product || product.deleted_at) return "gone";
  if (product.version !== record.version) return "changed";
  if (record.outcome === "updated") {
    const form = UndoneForm.parse(record.before);
    await writeProduct(tx, { actor, scope, product, form, action: "edited" });
    return "undone";
  }
  for (const use of uses) if ((await use.usedAmong(tx, scope, [id])).size > 0) return "used";
  await tx
    .updateTable("product")
    .set({ deleted_at: new Date(), updated_by: actor.accountId })
    .where("organization_id", "=", scope.organizationId)
    .where("product_id", "=", id)
    .execute();
  const subject = { type: "product", id, name: product.name };
  await recordChange(tx, actor, { module: "product", action: "deleted", subject });
  return "undone";
}
