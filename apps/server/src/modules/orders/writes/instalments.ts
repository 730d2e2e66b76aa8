import type { RecordId } from "@homeroom/contract/ids";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { receiptsOf } from "../queries/order-parts.ts";
import type { Order } from "../queries/orders.ts";
import { coveredMinor, type Instalment } from "../rules/instalments.ts";
import type { OrderState } from "../rules/order-state.ts";

/** The instalments of an order by due date; none: it is paid at once. */
export async function planOf(tx: Tx, scope: Scope, orderId: RecordId): Promise<Instalment[]> {
  const rows = await tx
    .selectFrom("order_instalment")
    .select(["position", "due_on as dueOn", "amount_minor as amountMinor"])
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute();
  return rows;
}

/** Replaces the instalments; save the order's row afterwards. */
export async function writePlan(tx: Tx, scope: Scope, orderId: RecordId, plan: readonly Instalment[]): Promise<void> {
  await tx
    .deleteFrom("order_instalment")
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .execute();
  if (plan.length === 0) return;
  await tx
    .insertInto("order_instalment")
    .values(
      plan.map(({ position, dueOn, amountMinor }) => ({
        organization_id: scope.organizationId,
        order_id: orderId,
        position,
        due_on: dueOn,
        amount_minor: amountMinor,
      })),
    )
    .execute();
}

/** The due date of the first instalment that an amount does not cover; null: all are covered. */
export function nextDueOn(
  order: Pick<Order, "organization_id" | "order_id">,
  hereMinor: number,
): RawBuilder<string | null> {
  return sql<string | null>`(select min(due_on) from (
    select due_on, sum(amount_minor) over (order by position) as up_to from order_instalment
    where organization_id = ${order.organization_id} and order_id = ${order.order_id}) part
    where up_to > ${hereMinor})`;
}

/**
 * The amount for which an order needs a receipt now: the fully covered instalments or, without instalments, the
 * total once it is paid, minus the amount of existing receipts less credit notes. If negative, the amount for a
 * credit note.
 */
export async function receiptDue(tx: Tx, scope: Scope, order: Order, state: OrderState): Promise<number> {
  const given = (await receiptsOf(tx, scope, [order.order_id])).filter((one) => one.voided_at === null);
  const receipted = given.reduce(
    (all, { kind, amount_minor: minor }) => all + (kind === "receipt" ? minor : -minor),
    0,
  );
  const hereMinor = state.paidMinor - state.refundedMinor;
  const covered = coveredOf(await planOf(tx, scope, order.order_id), state);
  // A credit note is only needed if the remaining money no longer covers the receipts.
  return covered > receipted ? covered - receipted : Math.min(hereMinor - receipted, 0);
}

function coveredOf(plan: readonly Instalment[], { status, totalMinor, paidMinor, refundedMinor }: OrderState): number {
  const hereMinor = paidMinor - refundedMinor;
  if (plan.length > 0) return coveredMinor(plan, hereMinor);
  return status === "paid" ? Math.min(totalMinor, hereMinor) : 0;
}
