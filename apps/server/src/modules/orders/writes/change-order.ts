import type { AccountId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import type { OrderEventKind } from "@homeroom/contract/order-words";
import type { Schema } from "@homeroom/database/schema";
import type { Updateable } from "kysely";
import { v7 } from "uuid";
import { type Change, type Operator, recordChange } from "#modules/audit/public";
import { recordOrderPaid, recordOrderStep } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitOrderChange } from "../events.ts";
import type { Order } from "../queries/orders.ts";
import type { OrderState } from "../rules/order-state.ts";
import { nextDueOn } from "./instalments.ts";
import { revokePurchases, storePurchases } from "./store-purchases.ts";

/** An entry of an order's history. */
export interface NewOrderEvent {
  kind: OrderEventKind;
  amountMinor?: number;
  /** The order's own by default. */
  currency?: CurrencyCode;
  note?: string;
  /** Null: automatic. */
  accountId: AccountId | null;
  noticeKey?: string;
}

/** Records a change of an order in the audit log. */
export function recordOrderChange(
  tx: Tx,
  operator: Operator,
  action: Change["action"],
  { order, ...states }: { order: Pick<Order, "order_id" | "order_number"> } & Pick<Change, "before" | "after">,
): Promise<void> {
  const subject = { type: "order", id: order.order_id, name: order.order_number };
  return recordChange(tx, operator, { module: "order", action, subject, ...states });
}

/** The state of a locked row, for the rules. */
export function stateOf(order: Order): OrderState {
  return {
    status: order.status,
    confirmStatus: order.confirm_status,
    payMethod: order.pay_method,
    currency: order.currency,
    totalMinor: order.total_minor,
    paidMinor: order.paid_minor,
    refundedMinor: order.refunded_minor,
    expiresAt: order.expires_at,
    imageAt: order.image_at,
  };
}

/** Writes the next state of a locked order as its next version, and its purchases once it is paid. */
export async function saveState(
  tx: Tx,
  order: Order,
  state: OrderState,
  more: Updateable<Schema["sale_order"]> = {},
): Promise<void> {
  const now = new Date();
  const becomesPaid = state.status === "paid" && order.status !== "paid";
  const isPlanned = (more.instalment_count ?? order.instalment_count) !== 0;
  await tx
    .updateTable("sale_order")
    .set({
      status: state.status,
      confirm_status: state.confirmStatus,
      paid_minor: state.paidMinor,
      refunded_minor: state.refundedMinor,
      expires_at: state.expiresAt,
      image_at: state.imageAt,
      // Instalments have their own days.
      ...(isPlanned && { expires_at: null }),
      next_due_on:
        isPlanned && state.status === "pending" ? nextDueOn(order, state.paidMinor - state.refundedMinor) : null,
      ...(becomesPaid && { paid_at: now }),
      ...more,
      updated_at: now,
      version: order.version + 1,
    })
    .where("organization_id", "=", order.organization_id)
    .where("order_id", "=", order.order_id)
    .execute();
  if (becomesPaid) await storePurchases(tx, order);
  if (state.status === "refunded" && order.status !== "refunded") await revokePurchases(tx, order);
}

/**
 * Adds to an order's history and to that of its lead, and notifies the people who see it. A notice is recorded once:
 * returns false for a repeated one.
 */
export async function addEvent(tx: Tx, scope: Scope, order: Order, event: NewOrderEvent): Promise<boolean> {
  const { kind, amountMinor = null, currency = order.currency, note = "", accountId, noticeKey = null } = event;
  const added = await tx
    .insertInto("order_event")
    .values({
      organization_id: scope.organizationId,
      event_id: RecordId.parse(v7()),
      order_id: order.order_id,
      kind,
      amount_minor: amountMinor,
      currency: amountMinor === null ? null : currency,
      note,
      account_id: accountId,
      notice_key: noticeKey,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("event_id")
    .executeTakeFirst();
  if (!added) return false;
  await emitOrderChange(tx, scope, order);
  if (!order.lead_id) return true;
  const details = {
    orderID: order.order_number,
    step: kind,
    ...(amountMinor !== null && { amount: fromMinor(amountMinor, currency), currency }),
  };
  const step = { leadId: order.lead_id, details, operatorId: accountId };
  await (kind === "paid" ? recordOrderPaid(tx, scope, step) : recordOrderStep(tx, scope, step));
  return true;
}
