import type { PlanOrderKind } from "@homeroom/contract/billing";
import { type OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable } from "kysely";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { newestFirst } from "#platform/paging/newest-first";

export type PlanOrder = Selectable<Schema["plan_order"]>;

/** An order of the organisation for itself. Throws NOT_FOUND. */
export async function loadPlanOrder(tx: Tx, scope: Scope, orderId: RecordId): Promise<PlanOrder> {
  const found = await planOrder(tx, scope, orderId);
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** The id of an order that is named by its id or its number. Throws NOT_FOUND. */
export async function planOrderIdOf(db: Database, scope: Scope, named: string): Promise<RecordId> {
  const { data: recordId } = RecordId.safeParse(named);
  if (recordId) return recordId;
  const found = await inTransaction(db, scope, (tx) =>
    orderRows(tx, scope).select("order_id").where("order_number", "=", named).executeTakeFirst(),
  );
  if (!found) throw new AppError("NOT_FOUND");
  return found.order_id;
}

/** The same, undefined when there is none. */
export function planOrder(tx: Tx, scope: Scope, orderId: RecordId): Promise<PlanOrder | undefined> {
  return orderRows(tx, scope).where("order_id", "=", orderId).selectAll().executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockPlanOrder(tx: Tx, scope: Scope, orderId: RecordId): Promise<PlanOrder> {
  return orderRows(tx, scope).where("order_id", "=", orderId).selectAll().forUpdate().executeTakeFirstOrThrow();
}

/** A page of an organisation's orders for itself, newest first. */
export async function planOrders(
  tx: Tx,
  scope: Scope,
  { kinds, ...page }: PageRequest & { kinds: readonly PlanOrderKind[] },
): Promise<{ orders: PlanOrder[]; total: number }> {
  const rows = orderRows(tx, scope).where("kind", "in", [...kinds]);
  const { rows: orders, total } = await newestFirst(rows.selectAll(), page, "order_id");
  return { orders, total };
}

/** Orders by their ids. */
export async function planOrdersOf(
  tx: Tx,
  scope: Scope,
  ids: readonly (RecordId | null)[],
): Promise<ReadonlyMap<RecordId | null, PlanOrder>> {
  const named = [...new Set(ids)].filter((id) => id !== null);
  if (named.length === 0) return new Map();
  const rows = await orderRows(tx, scope).where(isOneOf("order_id", named)).selectAll().execute();
  return new Map(rows.map((order) => [order.order_id, order]));
}

/** The organisation of an order for itself; undefined if it is not one. */
export async function buyerOf(db: Database, orderId: RecordId): Promise<OrganizationId | undefined> {
  const found = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("plan_order").select("organization_id").where("order_id", "=", orderId).executeTakeFirst(),
  );
  return found?.organization_id;
}

/** Whether a transfer for an order of the organisation is waiting for the seller to check it. */
export async function awaitsPayment(tx: Tx, scope: Scope): Promise<boolean> {
  const found = await orderRows(tx, scope)
    .select("order_id")
    .where("status", "=", "pending")
    .where("has_image", "=", true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Unpaid orders, oldest first. */
export function waitingOrders(db: Database): Promise<Pick<PlanOrder, "organization_id" | "order_id">[]> {
  return inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("plan_order")
      .select(["organization_id", "order_id"])
      .where("status", "=", "pending")
      .orderBy("created_at")
      .limit(500)
      .execute(),
  );
}

/** The organisation that sells plans; null if there is none, and then nothing can be bought. */
export async function sellerOf(db: Database): Promise<OrganizationId | null> {
  const found = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("plan_seller").select("organization_id").executeTakeFirst(),
  );
  return found?.organization_id ?? null;
}

function orderRows(tx: Tx, scope: Scope) {
  return tx.selectFrom("plan_order").where("organization_id", "=", scope.organizationId);
}
