import type { RecordId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import type { Schema } from "@homeroom/database/schema";
import type { Insertable } from "kysely";
import { recordChange } from "#modules/audit/public";
import { sellToOrganization } from "#modules/orders/public";
import { organizationOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { organizationScope, type Scope } from "#platform/db/scope";
import { takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type PlanOrder, planOrder, sellerOf } from "../queries/orders.ts";
import { type FollowedOrder, followOrder } from "./follow-order.ts";

type Columns = Pick<
  Insertable<Schema["plan_order"]>,
  "kind" | "plan" | "price_id" | "paid_months" | "granted_months" | "messages" | "amount_minor" | "currency" | "title"
>;

/** The ordered items, and the other rows to write with the order. */
export interface OrderDraft {
  columns: Columns;
  alongside?(tx: Tx, scope: Scope): Promise<void>;
}

interface OrderRequest {
  orderId: RecordId;
  kind: PlanOrder["kind"];
  payMethod: PlanOrder["pay_method"];
  /** The price that the buyer saw. */
  expectedAmount?: number | undefined;
  /** Only called if the order is new. */
  draft(tx: Tx, scope: Scope): Promise<OrderDraft>;
}

/**
 * Makes an organisation's order for itself: the row here, then the seller's order with the same id, through which it is
 * paid. If it is interrupted in between, the same id continues. Throws like the draft, FEATURE_NOT_SET_UP if nobody sells, and
 * STALE_DATA if the id belongs to something else.
 */
export async function placeOrder(db: Database, actor: Actor, request: OrderRequest): Promise<FollowedOrder> {
  const scope = sharedScope(actor);
  const { orderId } = request;
  const seller = await sellerOf(db);
  const sellerId = seller === actor.organizationId ? null : seller;
  const [order, buyerName] = await inTransaction(db, scope, async (tx) => {
    const buyer = await organizationOf(tx, scope);
    if (!buyer) throw new AppError("NOT_FOUND");
    const made = await planOrder(tx, scope, orderId);
    if (made) requireSame(made, request);
    return [made ?? (await insertOrder(tx, scope, { ...request, actor, sellerId })), buyer.name] as const;
  });
  const sellerScope = organizationScope(order.seller_id);
  await inTransaction(db, sellerScope, (tx) =>
    sellToOrganization(tx, sellerScope, {
      orderId,
      payType: order.kind === "recharge" ? "recharge" : "subscription",
      payMethod: order.pay_method,
      buyerName,
      title: order.title,
      amountMinor: order.amount_minor,
      currency: order.currency,
    }),
  );
  return followOrder(db, scope, orderId);
}

/** The first answer was lost, and the form was changed before it was resent. */
function requireSame(made: PlanOrder, { kind, expectedAmount }: OrderRequest): void {
  const amount = fromMinor(made.amount_minor, made.currency);
  if (made.kind !== kind || amount !== (expectedAmount ?? amount)) throw new AppError("STALE_DATA");
}

async function insertOrder(
  tx: Tx,
  scope: Scope,
  {
    orderId,
    payMethod,
    draft,
    actor,
    sellerId,
  }: OrderRequest & { actor: Actor; sellerId: PlanOrder["seller_id"] | null },
): Promise<PlanOrder> {
  const { columns, alongside } = await draft(tx, scope);
  if (!sellerId) throw new AppError("FEATURE_NOT_SET_UP");
  const made = await tx
    .insertInto("plan_order")
    .values({
      organization_id: scope.organizationId,
      order_id: orderId,
      seller_id: sellerId,
      ...columns,
      pay_method: payMethod,
      created_by: actor.accountId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) return madeAtOnce(tx, scope, orderId);
  await alongside?.(tx, scope);
  const { amount_minor: amount, currency } = made;
  await recordChange(tx, actor, {
    module: "billing",
    action: "created",
    subject: { type: "planOrder", id: orderId, name: made.title },
    before: {},
    after: { total: fromMinor(amount, currency), currency, payMethod },
  });
  return made;
}

/** The order that a concurrent call with the same id has just made. */
async function madeAtOnce(tx: Tx, scope: Scope, orderId: RecordId): Promise<PlanOrder> {
  const made = await planOrder(tx, scope, orderId);
  if (!made) throw takenId("recordID");
  return made;
}
