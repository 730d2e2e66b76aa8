import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import type { ConfirmStatus, OrderStatus, PaidMethod, PayMethod, PayType } from "@homeroom/contract/order-words";
import { branchesOf, timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { takenId } from "#platform/db/taken-ids";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Download } from "#platform/http/download";
import type { Platform } from "#platform/server-module";
import { lockOrder, type Order } from "../queries/orders.ts";
import { awaitsCheck, cancelled } from "../rules/order-state.ts";
import { readOrderForm } from "../rules/read-form.ts";
import { addEvent, saveState, stateOf } from "../writes/change-order.ts";
import { insertOrderLines, insertOrderRow } from "../writes/insert-order.ts";
import { hasReceipt } from "../writes/issue-receipt.ts";
import { drawnReceipt } from "./receipt-pdf.ts";

/** An order for the buying organisation. */
export interface Sale {
  orderId: RecordId;
  orderNumber: string;
  status: OrderStatus;
  confirmStatus: ConfirmStatus;
  awaitsCheck: boolean;
  hasReceipt: boolean;
  expiresAt: Date | null;
  paidAt: Date | null;
  /** The way of its newest payment; null: no money yet. */
  paidMethod: PaidMethod | null;
}

interface SaleRequest {
  orderId: RecordId;
  payType: Exclude<PayType, "product">;
  payMethod: PayMethod;
  /** The buying organisation. */
  buyerName: string;
  title: string;
  amountMinor: number;
  currency: CurrencyCode;
}

/**
 * Makes an order of the scope's organisation for another one. Idempotent. Throws FIELD_INVALID
 * if the id belongs to something else.
 */
export async function sellToOrganization(tx: Tx, scope: Scope, request: SaleRequest): Promise<Sale> {
  const { orderId: recordID, payType, payMethod, currency } = request;
  const before = await existingSale(tx, scope, request);
  if (before) return before;
  const [branch] = await branchesOf(tx, scope);
  if (!branch) throw new AppError("FEATURE_NOT_SET_UP");
  const officialPrice = fromMinor(request.amountMinor, currency);
  const read = readOrderForm(
    {
      items: [{ name: request.title, officialPrice, quantity: 1 }],
      discount: { kind: "none", value: 0, reason: "" },
      ...{ taxRate: 0, taxIncluded: true, currency },
    },
    new Map(),
  );
  const day = today(await timeZoneOf(tx, scope, branch.branchId));
  const buyer = { leadId: null, branchId: branch.branchId, nickname: request.buyerName };
  const row = { recordID, day, read, payMethod, payType, note: "", discountReason: "", buyer, createdBy: null };
  const order = await insertOrderRow(tx, scope, row);
  if (!order) return concurrentSale(tx, scope, request);
  await insertOrderLines(tx, scope, { recordID, read });
  await addEvent(tx, scope, order, { kind: "created", amountMinor: order.total_minor, accountId: null });
  return saleFrom(order, false);
}

/** The order that a concurrent call with the same id has just made. */
async function concurrentSale(tx: Tx, scope: Scope, request: SaleRequest): Promise<Sale> {
  const made = await existingSale(tx, scope, request);
  if (!made) throw takenId("recordID");
  return made;
}

/** The order for a proposed id. Buyers propose ids, so an id of another order must not be accepted. */
async function existingSale(tx: Tx, scope: Scope, request: SaleRequest): Promise<Sale | undefined> {
  const order = await orderWith(tx, scope, request.orderId);
  if (!order) return undefined;
  const { payType, amountMinor, currency } = request;
  const isSame = order.pay_type === payType && order.gross_minor === amountMinor && order.currency === currency;
  if (!isSame) throw takenId("recordID");
  return saleFrom(order, await hasReceipt(tx, scope, request.orderId));
}

/** The state of an order made for an organisation; undefined when there is none. */
export async function saleOf(tx: Tx, scope: Scope, orderId: RecordId): Promise<Sale | undefined> {
  const order = await orderWith(tx, scope, orderId);
  if (!order || order.pay_type === "product") return undefined;
  return saleFrom(order, await hasReceipt(tx, scope, orderId));
}

function orderWith(tx: Tx, scope: Scope, orderId: RecordId): Promise<Order | undefined> {
  return findRow(tx, scope, "sale_order", { order_id: orderId });
}

/** Cancels an order made for an organisation. Throws ORDER_EXPIRED and ORDER_STATE_CONFLICT. */
export async function cancelSale(tx: Tx, scope: Scope, orderNumber: string): Promise<void> {
  const order = await lockOrder(tx, scope, orderNumber);
  const state = cancelled(stateOf(order), new Date());
  if (state === null) return;
  await saveState(tx, order, state);
  await addEvent(tx, scope, order, { kind: "cancelled", accountId: null });
}

/** The receipt of an order made for an organisation, as a PDF. Throws NOT_FOUND. */
export function saleReceipt(
  platform: Pick<Platform, "db" | "files">,
  scope: Scope,
  { orderNumber, language }: { orderNumber: string; language: Language },
): Promise<Download> {
  return drawnReceipt(platform, scope, { form: { orderID: orderNumber }, language });
}

function saleFrom(order: Order, receipt: boolean): Sale {
  return {
    orderId: order.order_id,
    orderNumber: order.order_number,
    status: order.status,
    confirmStatus: order.confirm_status,
    awaitsCheck: awaitsCheck(stateOf(order)),
    hasReceipt: receipt,
    expiresAt: order.expires_at,
    paidAt: order.paid_at,
    paidMethod: order.paid_method,
  };
}
