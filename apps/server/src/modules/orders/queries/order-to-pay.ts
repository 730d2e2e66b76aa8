import type { RecordId } from "@homeroom/contract/ids";
import type { InvoiceChoice } from "@homeroom/contract/invoice-choice";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { InstalmentRow } from "@homeroom/contract/order-instalments";
import type { PayState } from "@homeroom/contract/payments";
import { timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { receiptSettingOf } from "../receipt-kinds/queries.ts";
import { nextPart, presentPlan } from "../rules/instalments.ts";
import { awaitsCheck, coveringMinor, figuresOf, isExpired } from "../rules/order-state.ts";
import { stateOf } from "../writes/change-order.ts";
import { planOf } from "../writes/instalments.ts";
import { hasReceipt } from "../writes/issue-receipt.ts";
import { linesOf } from "./order-parts.ts";
import type { Order } from "./orders.ts";

/** An order for its customer to pay. */
export interface OrderToPay {
  orderId: RecordId;
  /** Purchases of organisations are not products. */
  payType: Order["pay_type"];
  state: PayState;
  isRejected: boolean;
  currency: CurrencyCode;
  totalMinor: number;
  /** For an order with instalments, the amount of the next one. */
  openMinor: number;
  instalments: InstalmentRow[];
  expiresAt: Date | null;
  hasReceipt: boolean;
  items: { name: string; quantity: number }[];
  /** Null if no e-invoice is issued. */
  invoice: { choice: InvoiceChoice | null } | null;
}

/** An order of the organisation by its number; undefined when there is none. Cancelled orders are `closed` too. */
export async function orderToPay(tx: Tx, scope: Scope, orderNumber: string): Promise<OrderToPay | undefined> {
  const order = await findRow(tx, scope, "sale_order", { order_number: orderNumber });
  if (!order) return undefined;
  const state = stateOf(order);
  const lines = await linesOf(tx, scope, [order.order_id]);
  const plan = await planOf(tx, scope, order.order_id);
  const hereMinor = coveringMinor(state);
  const next = order.status === "pending" ? nextPart(plan, hereMinor) : null;
  const isOpen = order.status === "pending" && !isExpired(state, new Date());
  const left = order.status === "paid" || order.status === "refunded" ? order.status : "closed";
  return {
    orderId: order.order_id,
    payType: order.pay_type,
    state: isOpen ? (awaitsCheck(state) ? "checking" : "open") : left,
    isRejected: order.confirm_status === "rejected",
    currency: order.currency,
    totalMinor: order.total_minor,
    openMinor: next?.missingMinor ?? figuresOf(state).openMinor,
    instalments: presentPlan(plan, {
      hereMinor,
      today: today(await timeZoneOf(tx, scope, order.branch_id)),
      isOpen: order.status === "pending",
      currency: order.currency,
    }),
    expiresAt: order.expires_at,
    hasReceipt: await hasReceipt(tx, scope, order.order_id),
    invoice: await invoiceOf(tx, scope, order),
    items: lines.map(({ name, quantity }) => ({ name, quantity })),
  };
}

async function invoiceOf(tx: Tx, scope: Scope, order: Order): Promise<OrderToPay["invoice"]> {
  const isGiven = order.currency === "TWD" && (await receiptSettingOf(tx, scope)).kind === "twInvoice";
  return isGiven ? { choice: order.invoice_choice } : null;
}
