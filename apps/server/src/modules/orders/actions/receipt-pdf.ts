import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { timeZoneOf } from "#modules/organizations/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { dayOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Download } from "#platform/http/download";
import { receiptsOf } from "../queries/order-parts.ts";
import { loadOrder } from "../queries/orders.ts";
import { receiptNumber, receiptSheet } from "../rules/receipt-sheet.ts";
import { drawReceipt } from "./draw-receipt.ts";

interface Wanted {
  form: { orderID: string; recordID?: RecordId | undefined };
  language: Language;
}

/** A receipt or credit note as a PDF; the receipt unless one is named. Throws NOT_FOUND, also for an order without one. */
export async function receiptPdf(db: Database, actor: Actor, wanted: Wanted): Promise<Download> {
  requirePermission(actor, "sale:order:query");
  return drawnReceipt(db, scopeOf(actor, "crm:lead:all"), wanted);
}

/** The same for any scope. */
export async function drawnReceipt(db: Database, scope: Scope, { form, language }: Wanted): Promise<Download> {
  const { receipt, date } = await inTransaction(db, scope, async (tx) => {
    const order = await loadOrder(tx, scope, form.orderID);
    const receipts = await receiptsOf(tx, scope, [order.order_id]);
    const found = receipts.find(({ kind, receipt_id: id }) =>
      form.recordID ? id === form.recordID : kind === "receipt",
    );
    if (!found) throw new AppError("NOT_FOUND");
    const timeZone = await timeZoneOf(tx, scope, order.branch_id);
    return { receipt: found, date: dayOf(found.issued_at, timeZone) };
  });
  const body = await drawReceipt(receiptSheet(receipt, { language, date }));
  return { body, contentType: "application/pdf", fileName: `${receiptNumber(receipt)}.pdf`, size: body.length };
}
