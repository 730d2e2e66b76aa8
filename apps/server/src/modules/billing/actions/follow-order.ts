import type { RecordId } from "@homeroom/contract/ids";
import { type Sale, saleOf } from "#modules/orders/public";
import { changePlan, lockPlan } from "#modules/organizations/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { buyerOf, loadPlanOrder, lockPlanOrder, type PlanOrder } from "../queries/orders.ts";
import { periodsOf } from "../queries/periods.ts";
import { periodAt } from "../rules/periods.ts";
import { fulfilOrder, reverseOrder, saveStatus } from "../writes/fulfil-order.ts";

/** An organisation's order for itself, with its state at the seller; null until it is made there. */
export interface FollowedOrder {
  order: PlanOrder;
  sale: Sale | null;
}

/**
 * Synchronises an order with the seller: a paid order is fulfilled, a refunded one is reversed. Idempotent, for any number
 * of runs and processes. Throws NOT_FOUND.
 */
export async function followOrder(db: Database, scope: Scope, orderId: RecordId): Promise<FollowedOrder> {
  const known = await inTransaction(db, scope, (tx) => loadPlanOrder(tx, scope, orderId));
  const seller = organizationScope(known.seller_id);
  const sale = (await inTransaction(db, seller, (tx) => saleOf(tx, seller, orderId))) ?? null;
  if (!sale) return { order: await closeOrphan(db, scope, known), sale };
  if (isFollowed(known, sale)) return { order: known, sale };
  await inTransaction(db, scope, (tx) => follow(tx, scope, { orderId, sale, now: new Date() }));
  // While this process waited for the lock, another one may have applied a later state of the seller.
  return followOrder(db, scope, orderId);
}

/** The same by id, for an order that changed at the seller; does nothing if it is not a purchase of a plan. */
export async function followSale(db: Database, orderId: RecordId): Promise<void> {
  const buyer = await buyerOf(db, orderId);
  if (buyer) await followOrder(db, organizationScope(buyer), orderId);
}

/** An order that was interrupted before it was made at the seller can be retried for an hour. */
const orphanMs = 3_600_000;

async function closeOrphan(db: Database, scope: Scope, order: PlanOrder): Promise<PlanOrder> {
  if (order.status !== "pending" || Date.now() - order.created_at.getTime() < orphanMs) return order;
  await inTransaction(db, scope, (tx) => saveStatus(tx, scope, { orderId: order.order_id, status: "closed" }));
  return { ...order, status: "closed" };
}

interface Step {
  orderId: RecordId;
  sale: Sale;
  now: Date;
}

async function follow(tx: Tx, scope: Scope, { orderId, sale, now }: Step): Promise<void> {
  // Lock the organisation first: every change of its plan does.
  await lockPlan(tx, scope);
  const order = await lockPlanOrder(tx, scope, orderId);
  const followed = {
    order_number: sale.orderNumber,
    status: sale.status,
    confirm_status: sale.confirmStatus,
    has_image: sale.awaitsCheck,
    expires_at: sale.expiresAt,
    paid_at: sale.paidAt,
    paid_method: sale.paidMethod,
  };
  await tx
    .updateTable("plan_order")
    .set(followed)
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .execute();
  const current = { ...order, ...followed };
  if (sale.status === "paid" && !order.given_at) await fulfilOrder(tx, scope, { order: current, now });
  if (sale.status === "refunded" && order.given_at && !order.taken_back_at)
    await reverseOrder(tx, scope, { order: current, now });
}

function isFollowed(order: PlanOrder, sale: Sale): boolean {
  const isGiven = sale.status !== "paid" || order.given_at !== null;
  const isTakenBack = sale.status !== "refunded" || order.given_at === null || order.taken_back_at !== null;
  return (
    isGiven &&
    isTakenBack &&
    order.order_number === sale.orderNumber &&
    order.status === sale.status &&
    order.confirm_status === sale.confirmStatus &&
    order.has_image === sale.awaitsCheck &&
    order.paid_method === sale.paidMethod &&
    order.expires_at?.getTime() === sale.expiresAt?.getTime()
  );
}

/** Sets an organisation's plan to that of the period at a moment; does nothing outside of all periods. */
export async function followPlan(tx: Tx, scope: Scope, now: Date): Promise<void> {
  const held = await lockPlan(tx, scope);
  const period = periodAt(await periodsOf(tx, scope), now);
  if (period) await changePlan(tx, scope, { membership: period.plan, expires_at: held.expires_at });
}
