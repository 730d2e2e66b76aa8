import type { RecordId } from "@homeroom/contract/ids";
import { receipts } from "@homeroom/contract/receipts";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { receiptsOf, refundsOf } from "../queries/order-parts.ts";
import { lockOrder, type Order } from "../queries/orders.ts";
import { receiptNumber } from "../rules/receipt-sheet.ts";
import { planVoid } from "../tax-invoices/writes.ts";
import { addEvent, recordOrderChange } from "../writes/change-order.ts";
import { issueReceipt } from "../writes/issue-receipt.ts";

interface VoidForm {
  orderID: string;
  recordID: RecordId;
  reason: string;
  replace: boolean;
  buyer: string;
}

type Receipt = Selectable<Schema["receipt"]>;

/**
 * Voids a receipt or credit note; its number stays used. With `replace` another one is issued in its place, for what is
 * left of its money. A repetition only issues a missing replacement. Throws NOT_FOUND, and
 * ORDER_STATE_CONFLICT for a receipt that credit notes reduce: they must be voided first.
 */
export function voidReceipt(db: Database, actor: Actor, form: VoidForm): Promise<null> {
  requireAccess(actor, receipts.void);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, form.orderID);
    const given = await receiptsOf(tx, scope, [order.order_id]);
    const receipt = given.find((one) => one.receipt_id === form.recordID);
    if (!receipt) throw new AppError("NOT_FOUND");
    const inForce = given.filter((one) => one.voided_at === null);
    if (receipt.voided_at === null) {
      if (receipt.kind === "receipt" && inForce.some((one) => one.kind === "creditNote"))
        throw new AppError("ORDER_STATE_CONFLICT");
      await makeVoid(tx, scope, { actor, order, receipt, reason: form.reason });
    }
    // Last, because of the lock on receipt numbers.
    if (form.replace) await replace(tx, scope, { order, receipt, given, buyer: form.buyer });
    return null;
  });
}

interface ReceiptToVoid {
  actor: Actor;
  order: Order;
  receipt: Receipt;
  reason: string;
}

async function makeVoid(tx: Tx, scope: Scope, { actor, order, receipt, reason }: ReceiptToVoid): Promise<void> {
  const { accountId } = actor;
  const number = receiptNumber(receipt);
  await tx
    .updateTable("receipt")
    // The transaction's time, like that of the replacement, which must not be earlier.
    .set({ voided_at: sql<Date>`now()`, voided_by: accountId, void_reason: reason })
    .where("organization_id", "=", scope.organizationId)
    .where("receipt_id", "=", receipt.receipt_id)
    .execute();
  await planVoid(tx, scope, { order, receiptId: receipt.receipt_id, reason });
  await addEvent(tx, scope, order, { kind: "receiptVoided", note: `${number} · ${reason}`, accountId });
  await recordOrderChange(tx, actor, "edited", {
    order,
    before: { voidedReceipt: "" },
    after: { voidedReceipt: number, reason },
  });
}

/** Whether a valid one has replaced it or covers its money. */
function isReplaced(order: Order, receipt: Receipt, inForce: readonly Receipt[]): boolean {
  const { kind, amount_minor: amountMinor, voided_at: voidedAt } = receipt;
  const others = inForce.filter((one) => one.kind === kind);
  if (kind === "receipt" && sumOf(others) + amountMinor > order.paid_minor) return true;
  const isSame = (one: Receipt) =>
    // Receipts of other instalments are no replacement: one for the same instalment is later and has the same amount.
    !one.is_part || (voidedAt !== null && one.amount_minor === amountMinor && one.issued_at >= voidedAt);
  return others.some((one) => one.refund_id === receipt.refund_id && isSame(one));
}

interface Replacement {
  order: Order;
  receipt: Receipt;
  /** All of the order's receipts, as they were before this one was voided. */
  given: readonly Receipt[];
  buyer: string;
}

/** The same with a new number. */
async function replace(tx: Tx, scope: Scope, { order, receipt, given, buyer }: Replacement): Promise<void> {
  const inForce = given.filter((one) => one.voided_at === null && one.receipt_id !== receipt.receipt_id);
  if (isReplaced(order, receipt, inForce)) return;
  const { kind, amount_minor: before } = receipt;
  // Without a receipt, money was returned without a credit note.
  const hereMinor = order.paid_minor - (await uncredited(tx, scope, order, given));
  const others = sumOf(inForce.filter((one) => one.kind === kind));
  const amountMinor = kind === "receipt" ? Math.min(before, hereMinor - others) : before;
  if (amountMinor <= 0) return;
  await issueReceipt(tx, scope, order, {
    kind,
    isPart: receipt.is_part,
    amountMinor,
    ...(receipt.refund_id && { refundId: receipt.refund_id }),
    reason: receipt.content.reason,
    buyer: buyer || receipt.content.buyer,
    ...(receipt.content.refundedBy && { refundedBy: receipt.content.refundedBy }),
  });
}

/** The amount that was refunded without a credit note. */
async function uncredited(tx: Tx, scope: Scope, order: Order, given: readonly Receipt[]): Promise<number> {
  const refunds = (await refundsOf(tx, scope, [order.order_id])).filter((one) => one.payment_id === null);
  const creditedOf = (refundId: RecordId) =>
    Math.max(0, ...given.filter((one) => one.refund_id === refundId).map((one) => one.amount_minor));
  return refunds.reduce((all, { refund_id: id, amount_minor: minor }) => all + minor - creditedOf(id), 0);
}

function sumOf(receipts: readonly Receipt[]): number {
  return receipts.reduce((all, { amount_minor: minor }) => all + minor, 0);
}
