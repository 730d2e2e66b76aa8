import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import type { OrderSummary } from "@homeroom/contract/order-totals";
import type { PaidMethod } from "@homeroom/contract/order-words";
import type { OrderDetail, OrderRow } from "@homeroom/contract/orders";
import type { Schema } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import { peopleByIds } from "#modules/accounts/public";
import { fileAddresses } from "#modules/files/public";
import { branchNames, timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { waitingProofs } from "./proofs/queries/proofs.ts";
import type { OrderSums } from "./queries/order-list.ts";
import {
  acceptancesOf,
  countedPayments,
  eventsOf,
  linesOf,
  paymentsOf,
  receiptsOf,
  refundedPayments,
  refundsOf,
  withKeptMoney,
  withOpenRefund,
} from "./queries/order-parts.ts";
import type { Order } from "./queries/orders.ts";
import { presentPlan } from "./rules/instalments.ts";
import { awaitsCheck, coveringMinor, figuresOf } from "./rules/order-state.ts";
import { methodOfPayment } from "./rules/paid-by.ts";
import { receiptNumber } from "./rules/receipt-sheet.ts";
import { stateOf } from "./writes/change-order.ts";
import { planOf } from "./writes/instalments.ts";

/** Orders with the names that they refer to, in a fixed number of queries. */
export async function presentOrders(tx: Tx, scope: Scope, orders: readonly Order[]): Promise<OrderRow[]> {
  const ids = orders.map((order) => order.order_id);
  const lines = Map.groupBy(await linesOf(tx, scope, ids), (line) => line.order_id);
  const kept = await withKeptMoney(tx, scope, ids);
  const refunding = await withOpenRefund(tx, scope, ids);
  const receipts = (await receiptsOf(tx, scope, ids)).filter((one) => one.kind === "receipt" && !one.voided_at);
  const invoices = new Map(receipts.map((receipt) => [receipt.order_id, receiptNumber(receipt)]));
  const branches = await branchNames(tx, scope);
  const writers = orders.flatMap((order) => [order.created_by, order.updated_by]);
  const name = await namesOf(tx, scope, writers);
  const isLate = await lateness(tx, scope, orders);
  return orders.map((order): OrderRow => {
    const bought = lines.get(order.order_id) ?? [];
    const state = stateOf(order);
    const { openMinor, excessMinor } = figuresOf(state);
    const amount = (minor: number) => fromMinor(minor, order.currency);
    return {
      recordID: order.order_id,
      orderID: order.order_number,
      leadId: order.lead_id,
      leadName: order.lead_name,
      branchID: order.branch_id,
      branchName: branches.get(order.branch_id) ?? "",
      productName: bought.map((line) => line.name).join("、"),
      quantity: bought.reduce((sum, line) => sum + line.quantity, 0),
      currency: order.currency,
      amount: amount(order.gross_minor),
      discount: amount(order.discount_minor),
      discountReason: order.discount_reason,
      tax: amount(order.tax_minor),
      total: amount(order.total_minor),
      paid: amount(order.paid_minor),
      refunded: amount(order.refunded_minor),
      open: amount(openMinor),
      excess: amount(excessMinor),
      instalmentCount: order.instalment_count,
      nextDueDate: order.next_due_on,
      isOverdue: isLate(order),
      hasKept: kept.has(order.order_id),
      refundWaits: refunding.has(order.order_id),
      payMethod: order.pay_method,
      paidMethod: order.paid_method,
      payType: order.pay_type,
      status: order.status,
      confirmStatus: order.confirm_status,
      confirmNote: order.confirm_note,
      awaitsCheck: awaitsCheck(state),
      note: order.note,
      expireTime: order.expires_at?.toISOString() ?? null,
      payDate: order.paid_at?.toISOString() ?? null,
      invoice: invoices.get(order.order_id) ?? null,
      createTime: order.created_at.toISOString(),
      updateTime: order.updated_at.toISOString(),
      creator: name(order.created_by),
      updater: name(order.updated_by),
      version: order.version,
    };
  });
}

/** Whether an instalment is late, by the day at its branch. */
async function lateness(tx: Tx, scope: Scope, orders: readonly Order[]): Promise<(order: Order) => boolean> {
  const days = new Map<string, string>();
  for (const branchId of new Set(orders.flatMap((order) => (order.next_due_on ? order.branch_id : []))))
    days.set(branchId, today(await timeZoneOf(tx, scope, branchId)));
  return ({ next_due_on: day, branch_id: branchId }) => day !== null && day < (days.get(branchId) ?? day);
}

async function planOfOrder(tx: Tx, scope: Scope, order: Order): Promise<OrderDetail["instalments"]> {
  return presentPlan(await planOf(tx, scope, order.order_id), {
    hereMinor: coveringMinor(stateOf(order)),
    today: today(await timeZoneOf(tx, scope, order.branch_id)),
    isOpen: order.status === "pending",
    currency: order.currency,
  });
}

/** An order with everything that belongs to it. */
export async function presentOrder(
  platform: Platform,
  tx: Tx,
  { scope, order }: { scope: Scope; order: Order },
): Promise<OrderDetail> {
  const id = order.order_id;
  const [lines, payments, refunds, events] = [
    await linesOf(tx, scope, [id]),
    await paymentsOf(tx, scope, id),
    await refundsOf(tx, scope, [id]),
    await eventsOf(tx, scope, id),
  ];
  const [row] = await presentOrders(tx, scope, [order]);
  if (!row) throw new Error("An order presents one row");
  const people = [...payments.map((one) => one.recorded_by), ...refunds.map((one) => one.created_by)];
  const name = await namesOf(tx, scope, [...people, ...events.map((one) => one.account_id)]);
  const amount = (minor: number) => fromMinor(minor, order.currency);
  return {
    ...row,
    coveredMonth: order.covered_month,
    invoiceChoice: order.invoice_choice,
    instalments: await planOfOrder(tx, scope, order),
    discountGiven: {
      kind: order.discount_kind,
      value: order.discount_kind === "percent" ? order.discount_value / 100 : amount(order.discount_value),
      reason: order.discount_reason,
    },
    taxRate: order.tax_rate / 100,
    taxIncluded: order.tax_included,
    items: lines.map((line) => ({
      position: line.position,
      productID: line.product_id,
      name: line.name,
      officialPrice: amount(line.price_minor),
      quantity: line.quantity,
      amount: amount(line.price_minor * line.quantity),
      discount: amount(line.discount_minor),
    })),
    payments: presentPayments(order, { payments, refunds, accepted: await acceptancesOf(tx, scope, id) }, name),
    refunds: refunds.map((one) => presentRefund(one, { order, payments, name })),
    receipts: (await receiptsOf(tx, scope, [id])).map((one) => ({
      recordID: one.receipt_id,
      kind: one.kind,
      number: receiptNumber(one),
      amount: fromMinor(one.amount_minor, one.currency),
      currency: one.currency,
      createTime: one.issued_at.toISOString(),
      buyer: one.content.buyer,
      voidTime: one.voided_at?.toISOString() ?? null,
      voidReason: one.void_reason,
    })),
    history: events.map((one) => presentEvent(one, { order, payments, refunds, name })),
    ...(await shownPicture(platform, tx, { scope, order })),
    serverTime: new Date().toISOString(),
  };
}

/** The picture to check: the order's own, unless that one was decided and another one is waiting. */
async function shownPicture(
  platform: Platform,
  tx: Tx,
  { scope, order }: { scope: Scope; order: Order },
): Promise<Pick<OrderDetail, "paymentImage" | "waitingImages">> {
  const waiting = await waitingProofs(tx, scope, order.order_id);
  const shown =
    waiting.find((one) => one.file_id === order.image_file_id) ?? waiting.find((one) => one.file_id !== null);
  const fileID = shown?.file_id ?? order.image_file_id;
  const url = fileID ? (await fileAddresses(platform)(tx, scope, [fileID])).get(fileID) : undefined;
  const proof = shown ? { recordID: shown.proof_id, version: shown.version } : null;
  return { paymentImage: fileID && url ? { fileID, url, proof } : null, waitingImages: waiting.length };
}

type Name = (id: AccountId | null) => string;
type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

interface Money {
  payments: readonly Row<"payment">[];
  refunds: readonly Row<"refund">[];
  accepted: readonly Row<"payment_acceptance">[];
}

function presentPayments(order: Order, { payments, refunds, accepted }: Money, name: Name) {
  return payments.map((one): OrderDetail["payments"][number] => {
    const back = refunds.filter((refund) => refund.payment_id === one.payment_id);
    const refundedMinor = back.reduce((sum, refund) => sum + refund.amount_minor, 0);
    return {
      recordID: one.payment_id,
      provider: one.provider,
      method: methodOfPayment(order.pay_method, one),
      reference: one.reference,
      amount: fromMinor(one.amount_minor, one.currency),
      currency: one.currency,
      keptReason: one.kept_reason,
      refunded: fromMinor(refundedMinor, one.currency),
      accepted: fromMinor(accepted.find((row) => row.payment_id === one.payment_id)?.amount_minor ?? 0, one.currency),
      receivedTime: one.received_at.toISOString(),
      recorder: name(one.recorded_by),
    };
  });
}

function presentRefund(
  one: Row<"refund">,
  { order, payments, name }: { order: Order; payments: readonly Row<"payment">[]; name: Name },
): OrderDetail["refunds"][number] {
  return {
    recordID: one.refund_id,
    amount: fromMinor(one.amount_minor, one.currency),
    currency: one.currency,
    reason: one.reason,
    method: methodOfRefund(one, { order, payments }),
    reference: one.reference,
    paymentID: one.payment_id,
    createTime: one.created_at.toISOString(),
    creator: name(one.created_by),
  };
}

/** How money was returned; by default the way it came. */
function methodOfRefund(
  { method, payment_id: paymentId }: Row<"refund">,
  { order, payments }: { order: Order; payments: readonly Row<"payment">[] },
): PaidMethod {
  const payment = payments.find(({ payment_id: id }) => id === paymentId);
  return method ?? (payment ? methodOfPayment(order.pay_method, payment) : (order.paid_method ?? order.pay_method));
}

/** The ways in which the money of orders came, each once. */
export async function paidByOf(tx: Tx, scope: Scope, orders: readonly Order[]): Promise<Map<RecordId, PaidMethod[]>> {
  if (orders.length === 0) return new Map();
  const chosen = new Map(orders.map((order) => [order.order_id, order.pay_method]));
  const payments = await countedPayments(tx, scope, [...chosen.keys()]);
  const found = new Map<RecordId, PaidMethod[]>();
  for (const payment of payments) {
    const method = methodOfPayment(chosen.get(payment.order_id) ?? "other", payment);
    found.set(payment.order_id, [...new Set([...(found.get(payment.order_id) ?? []), method])]);
  }
  return found;
}

/** The ways in which the money of orders was refunded, each once. */
export async function refundedByOf(
  tx: Tx,
  scope: Scope,
  orders: readonly Order[],
): Promise<Map<RecordId, PaidMethod[]>> {
  if (orders.length === 0) return new Map();
  const byId = new Map(orders.map((order) => [order.order_id, order]));
  const refunds = await refundsOf(tx, scope, [...byId.keys()]);
  const payments = await refundedPayments(tx, scope, [...byId.keys()]);
  const found = new Map<RecordId, PaidMethod[]>();
  for (const refund of refunds) {
    const order = byId.get(refund.order_id);
    if (!order) continue;
    const method = methodOfRefund(refund, { order, payments });
    found.set(order.order_id, [...new Set([...(found.get(order.order_id) ?? []), method])]);
  }
  return found;
}

interface OrderPayments {
  order: Order;
  payments: readonly Row<"payment">[];
  refunds: readonly Row<"refund">[];
  name: Name;
}

/** A refund and its history entry are written in one transaction, so they have the same time. */
function presentEvent(
  one: Row<"order_event">,
  { order, payments, refunds, name }: OrderPayments,
): OrderDetail["history"][number] {
  const isRefund = one.kind === "refunded" || one.kind === "keptRefunded";
  const refund = isRefund && refunds.find((each) => each.created_at.getTime() === one.created_at.getTime());
  return {
    method: refund ? methodOfRefund(refund, { order, payments }) : null,
    recordID: one.event_id,
    kind: one.kind,
    amount: one.amount_minor === null || one.currency === null ? null : fromMinor(one.amount_minor, one.currency),
    currency: one.currency,
    note: one.note,
    createTime: one.created_at.toISOString(),
    operator: name(one.account_id),
  };
}

/** Sums in the wire format. */
export function presentSums(sums: readonly OrderSums[]): OrderSummary[] {
  return sums.map(({ currency, count, ...minor }) => ({
    currency,
    count,
    total: fromMinor(minor.total, currency),
    paid: fromMinor(minor.paid, currency),
    refunded: fromMinor(minor.refunded, currency),
    open: fromMinor(minor.open, currency),
    overdue: fromMinor(minor.overdue, currency),
    dropped: fromMinor(minor.dropped, currency),
  }));
}

async function namesOf(tx: Tx, scope: Scope, ids: readonly (AccountId | null)[]): Promise<Name> {
  const people = await peopleByIds(tx, scope, [...new Set(ids.filter((id) => id !== null))]);
  return (id) => (id && people.get(id)?.nickname) ?? "";
}
