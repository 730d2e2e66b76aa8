import { readFile } from "node:fs/promises";
import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { orders } from "@homeroom/contract/orders";
import { fileById } from "#modules/files/public";
import { organizationOf, timeZoneOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { dayOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Download } from "#platform/http/download";
import type { Platform } from "#platform/server-module";
import { wantedReceipt } from "../queries/order-parts.ts";
import { loadOrder } from "../queries/orders.ts";
import { receiptNumber, receiptSheet } from "../rules/receipt-sheet.ts";
import { drawReceipt } from "./draw-receipt.ts";

interface ReceiptRequest {
  form: { orderID: string; recordID?: RecordId | undefined };
  language: Language;
}

/** A receipt or credit note as a PDF, by default the receipt. Throws NOT_FOUND, also for an order without one. */
export async function receiptPdf(platform: Platform, actor: Actor, request: ReceiptRequest): Promise<Download> {
  requireAccess(actor, orders.invoice);
  return drawnReceipt(platform, scopeOf(actor, "crm:lead:all"), request);
}

/** The same for any scope. */
export async function drawnReceipt(
  platform: Pick<Platform, "db" | "files">,
  scope: Scope,
  { form, language }: ReceiptRequest,
): Promise<Download & { body: Buffer }> {
  const { receipt, date, logoKey } = await inTransaction(platform.db, scope, async (tx) => {
    const order = await loadOrder(tx, scope, form.orderID);
    const found = await wantedReceipt(tx, scope, { orderId: order.order_id, recordID: form.recordID });
    const timeZone = await timeZoneOf(tx, scope, order.branch_id);
    return { receipt: found, date: dayOf(found.issued_at, timeZone), logoKey: await logoOf(tx, scope) };
  });
  const logo = logoKey === null ? null : await platform.files.withPath(logoKey, (path) => readFile(path));
  const body = await drawReceipt(receiptSheet(receipt, { language, date }), logo);
  return { body, contentType: "application/pdf", fileName: `${receiptNumber(receipt)}.pdf`, size: body.length };
}

/** The file of the organisation's logo; null if there is none that a PDF supports. */
async function logoOf(tx: Tx, scope: Scope): Promise<string | null> {
  const fileId = (await organizationOf(tx, scope))?.logo_file_id;
  const file = fileId ? await fileById(tx, scope, fileId) : null;
  return file && ["image/png", "image/jpeg"].includes(file.content_type) ? file.storage_key : null;
}
