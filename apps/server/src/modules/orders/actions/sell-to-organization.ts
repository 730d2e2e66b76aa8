import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import type { ConfirmStatus, OrderStatus, PayMethod, PayType } from "@homeroom/contract/order-words";
import { branchesOf, timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
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

/** An order as the buying organisation sees it. */
export interface Sale {
  orderId: RecordId;
  orderNumber: string;
  status: OrderStatus;
  confirmStatus: ConfirmStatus;
  awaitsCheck: boolean;
  hasReceipt: boolean;
  expiresAt: Date | null;
  paidAt: Date | null;
}

interface Wish {
  orderId: RecordId;
  payType: Exclude<PayType, "product">;
  payMethod: PayMethod;
  /** The organisation that buys. */
  buyerName: string;
  title: string;
  amountMinor: number;
  currency: CurrencyCode;
}

/** Makes an order of the scope's organisation for another one; an id that is there already answers its order. */
export async function sellToOrganization(tx: Tx, scope: Scope, wish: Wish): Promise<Sale> {
  const { orderId: recordID, payType, payMethod, currency } = wish;
  const before = await saleOf(tx, scope, recordID);
  if (before) return before;
  const [branch] = await branchesOf(tx, scope);
  if (!branch) throw new AppError("FEATURE_NOT_SET_UP");
  const officialPrice = fromMinor(wish.amountMinor, currency);
  const read = readOrderForm(
    {
      items: [{ name: wish.title, officialPrice, quantity: 1 }],
      discount: { kind: "none", value: 0, reason: "" },
      ...{ taxRate: 0, taxIncluded: true, currency },
    },
    new Map(),
  );
  const day = today(await timeZoneOf(tx, scope, branch.branchId));
  const buyer = { leadId: null, branchId: branch.branchId, nickname: wish.buyerName };
  const row = { recordID, day, read, payMethod, payType, note: "", discountReason: "", buyer, createdBy: null };
  const order = await insertOrderRow(tx, scope, row);
  if (!order) return madeAtOnce(tx, scope, recordID);
  await insertOrderLines(tx, scope, { recordID, read });
  await addEvent(tx, scope, order, { kind: "created", amountMinor: order.total_minor, accountId: null });
  return saleFrom(order, false);
}

/** The order that another call with the same id has just made. */
async function madeAtOnce(tx: Tx, scope: Scope, orderId: RecordId): Promise<Sale> {
  const made = await saleOf(tx, scope, orderId);
  if (!made) throw takenId("recordID");
  return made;
}

/** How an order is that was made for an organisation; undefined when there is none. */
export async function saleOf(tx: Tx, scope: Scope, orderId: RecordId): Promise<Sale | undefined> {
  const order = await tx
    .selectFrom("sale_order")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return order && saleFrom(order, await hasReceipt(tx, scope, orderId));
}

/** Cancels an order that was made for an organisation. Throws ORDER_EXPIRED and ORDER_STATE_CONFLICT. */
export async function cancelSale(tx: Tx, scope: Scope, orderNumber: string): Promise<void> {
  const order = await lockOrder(tx, scope, orderNumber);
  const state = cancelled(stateOf(order), new Date());
  if (state === null) return;
  await saveState(tx, order, state);
  await addEvent(tx, scope, order, { kind: "cancelled", accountId: null });
}

/** The receipt of an order that was made for an organisation, as a PDF. Throws NOT_FOUND. */
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
  };
}
