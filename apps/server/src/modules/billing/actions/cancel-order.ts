import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { cancelSale } from "#modules/orders/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { saveStatus } from "../writes/give-order.ts";
import { requireBuyer } from "./create-order.ts";
import { followOrder } from "./follow-order.ts";

/** Cancels an order of the organisation for itself. Throws NOT_FOUND, ORDER_EXPIRED, and ORDER_STATE_CONFLICT once it is paid. */
export async function cancelPlanOrder(db: Database, actor: Actor, orderId: RecordId): Promise<null> {
  const scope = sharedScope(actor);
  const { order, sale } = await followOrder(db, scope, orderId);
  requireBuyer(actor, order.kind);
  const seller = organizationScope(order.seller_id);
  if (sale) await inTransaction(db, seller, (tx) => cancelSale(tx, seller, sale.orderNumber));
  else await inTransaction(db, scope, (tx) => saveStatus(tx, scope, { orderId, status: "cancelled" }));
  await followOrder(db, scope, orderId);
  if (order.status === "cancelled") return null;
  await inTransaction(db, scope, (tx) =>
    recordChange(tx, actor, {
      module: "billing",
      action: "cancelled",
      subject: { type: "planOrder", id: orderId, name: order.title },
      before: { status: order.status },
      after: { status: "cancelled" },
    }),
  );
  return null;
}
