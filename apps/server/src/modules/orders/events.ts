import { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import { payTypes } from "@homeroom/contract/order-words";
import { z } from "zod";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { defineEvent, emit } from "#platform/outbox/events";
import { holdersOf, type Order } from "./queries/orders.ts";

/** An order changed: its row, its money or its history. */
export const orderChanged = defineEvent(
  "order.changed",
  z.object({
    orderID: z.string(),
    payType: z.enum(payTypes).default("product"),
    branchId: BranchId,
    salesId: AccountId.nullable(),
    tutorId: AccountId.nullable(),
  }),
);

/** An order is paid and the receipt must be sent to the customer's chat. */
export const receiptWanted = defineEvent(
  "order.receiptWanted",
  z.object({ orderID: z.string(), accountId: AccountId.nullable() }),
);

/** An instalment is due soon or overdue: for the person responsible. */
export const instalmentDue = defineEvent(
  "order.instalmentDue",
  z.object({
    orderId: RecordId,
    orderID: z.string(),
    leadId: LeadId.nullable(),
    position: z.number().int(),
    dueOn: z.string(),
    isLate: z.boolean(),
    accountId: AccountId,
    /** When it was announced; events of an earlier release have none. */
    at: z.iso.datetime().optional(),
  }),
);

/** A customer paid online, or a payment must be checked: for the person responsible for the order. */
export const customerActed = defineEvent(
  "order.customerActed",
  z.object({
    orderId: RecordId,
    orderID: z.string(),
    leadId: LeadId.nullable(),
    what: z.enum(["paid", "toCheck"]),
    accountId: AccountId,
    at: z.iso.datetime(),
  }),
);

/**
 * Notifies the owner of an order's lead, otherwise the order's author, of its payment. `toCheck`: a transfer was shown, or
 * money arrived that does not count.
 */
export async function emitCustomerActed(
  tx: Tx,
  scope: Scope,
  { order, what }: { order: Order; what: "paid" | "toCheck" },
): Promise<void> {
  const { order_id: orderId, order_number: orderID, lead_id: leadId } = order;
  const holders = leadId ? await holdersOf(tx, scope, leadId) : null;
  const accountId = holders?.salesId ?? holders?.tutorId ?? order.created_by;
  if (accountId === null) return;
  const payload = { orderId, orderID, leadId, what, accountId, at: new Date().toISOString() };
  await emit(tx, customerActed, { organizationId: scope.organizationId, aggregateId: orderId, payload });
}

/** Records that a locked order changed, for the people who see it. */
export async function emitOrderChange(tx: Tx, scope: Scope, order: Order): Promise<void> {
  const holders = order.lead_id ? await holdersOf(tx, scope, order.lead_id) : null;
  const { salesId, tutorId } = holders ?? { salesId: null, tutorId: null };
  const payload = {
    orderID: order.order_number,
    payType: order.pay_type,
    branchId: order.branch_id,
    salesId,
    tutorId,
  };
  await emit(tx, orderChanged, { organizationId: scope.organizationId, aggregateId: order.order_id, payload });
}
