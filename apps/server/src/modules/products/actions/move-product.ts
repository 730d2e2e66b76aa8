import type { RecordId } from "@homeroom/contract/ids";
import { products } from "@homeroom/contract/products";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { loadProduct } from "../queries/products.ts";
import type { Product } from "../rules.ts";
import { lockCatalogue, sortStep } from "./lock-catalogue.ts";

interface Move {
  product: Product;
  /** Null: to the top. */
  after: Product | null;
}

/** Moves a product behind another one, or to the top. Forms do not edit the order, so its version stays. */
export function moveProduct(
  db: Database,
  actor: Actor,
  { productId, afterId }: { productId: RecordId; afterId: RecordId | null },
): Promise<void> {
  requireAccess(actor, products.move);
  const scope = sharedScope(actor);
  if (productId === afterId) return Promise.resolve();
  return inTransaction(db, scope, async (tx) => {
    await lockCatalogue(tx, scope);
    const product = await loadProduct(tx, scope, productId);
    const move = { product, after: afterId && (await loadProduct(tx, scope, afterId)) };
    const place = (await placeFor(tx, scope, move)) ?? (await placeAfterSpacing(tx, scope, { productId, afterId }));
    if (place === product.sort) return;
    await tx
      .updateTable("product")
      .set({ sort: place })
      .where("organization_id", "=", scope.organizationId)
      .where("product_id", "=", productId)
      .execute();
    await recordChange(tx, actor, {
      module: "product",
      action: "moved",
      subject: { type: "product", id: productId, name: product.name },
      after: { behind: move.after?.name ?? "" },
    });
  });
}

/** A free position between the neighbours; null if there is none. */
async function placeFor(tx: Tx, scope: Scope, { product, after }: Move): Promise<number | null> {
  const behind = after ? sql`and (sort, product_id) > (${after.sort}, ${after.product_id}::uuid)` : sql``;
  const found = await sql<{ sort: number }>`
    select sort from product where organization_id = ${scope.organizationId} and deleted_at is null
      and product_id <> ${product.product_id} ${behind}
    order by sort, product_id limit 1`.execute(tx);
  const next = found.rows[0]?.sort;
  if (next === undefined) return after ? after.sort + sortStep : product.sort;
  const previous = after?.sort ?? next - 2 * sortStep;
  const middle = Math.floor((previous + next) / 2);
  return middle > previous && middle < next ? middle : null;
}

async function placeAfterSpacing(
  tx: Tx,
  scope: Scope,
  { productId, afterId }: { productId: RecordId; afterId: RecordId | null },
): Promise<number> {
  await sql`
    update product set sort = spaced.place * ${sortStep}
    from (select product_id, row_number() over (order by sort, product_id) as place from product
      where organization_id = ${scope.organizationId} and deleted_at is null) as spaced
    where organization_id = ${scope.organizationId} and product.product_id = spaced.product_id`.execute(tx);
  const product = await loadProduct(tx, scope, productId);
  const place = await placeFor(tx, scope, { product, after: afterId && (await loadProduct(tx, scope, afterId)) });
  if (place === null) throw new Error("No place between two products that were spaced");
  return place;
}
