import { productLimits } from "@homeroom/contract/products";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { catalogueSize } from "../queries/products.ts";

/** The gap between the positions of two products, so that a move writes one row. */
export const sortStep = 1024;

/** Serialises additions to an organisation's catalogue and changes of its order. */
export async function lockCatalogue(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} products`}, 7061))`.execute(tx);
}

/** The position after the last product, under the lock. Throws SETTING_LIMIT_REACHED if the catalogue is full. */
export async function nextSort(tx: Tx, scope: Scope): Promise<number> {
  const { count, lastSort } = await catalogueSize(tx, scope);
  if (count >= productLimits.products) throw new AppError("SETTING_LIMIT_REACHED");
  return lastSort + sortStep;
}
