import { writeFile } from "node:fs/promises";
import { type AccountId, MessageId, type RecordId } from "@homeroom/contract/ids";
import { defaultLanguage, languages } from "@homeroom/contract/language";
import { receipts } from "@homeroom/contract/receipts";
import { v5 } from "uuid";
import { inTemporaryPlace, removeFilesByIds, type StoredFile, storeFile } from "#modules/files/public";
import { queueDocumentForLead } from "#modules/inbox/public";
import { organizationOf } from "#modules/organizations/public";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { receiptsOf, wantedReceipt } from "../queries/order-parts.ts";
import { loadOrder, lockedOrder } from "../queries/orders.ts";
import { receiptNumber } from "../rules/receipt-sheet.ts";
import { addEvent, type NewOrderEvent } from "../writes/change-order.ts";
import { drawnReceipt } from "./receipt-pdf.ts";

/**
 * Sends a receipt or credit note, by default the receipt, to the customer's chat, on request of staff. A repetition with the
 * same `key` sends nothing more. Throws NOT_FOUND without a receipt or a conversation, and the reason why a message cannot
 * be sent.
 */
export async function sendReceipt(
  platform: Platform,
  actor: Actor,
  form: { orderID: string; recordID?: RecordId | undefined },
  key?: string,
): Promise<null> {
  requireAccess(actor, receipts.send);
  requirePermission(actor, "chat:message:send");
  const scope = scopeOf(actor, "crm:lead:all");
  const messageId = MessageId.parse(idOfKey(actor, "receipt", key));
  const chat = scopeOf(actor, "chat:message:all");
  await sendReceiptMessage(platform, scope, { ...form, chat, messageId, accountId: actor.accountId });
  return null;
}

/**
 * Sends the receipt of an order that was just paid; `accountId` is the person who requested it. Repeated runs send
 * one message. A refusal to send is recorded in the order's history. Does nothing without a conversation.
 */
export async function sendReceiptOfPayment(
  platform: Platform,
  scope: Scope,
  { orderID, accountId }: { orderID: string; accountId: AccountId | null },
): Promise<void> {
  const messageId = await inTransaction(platform.db, scope, (tx) => messageOf(tx, scope, orderID));
  if (!messageId) return;
  try {
    await sendReceiptMessage(platform, scope, { orderID, chat: scope, messageId, accountId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "NOT_FOUND") return;
    const event = { kind: "receiptNotSent", note: error.code, accountId } as const;
    await record(platform, scope, { orderID, event: { ...event, noticeKey: `unsent ${messageId}` } });
  }
}

/** A receipt has one message; null without a receipt. */
async function messageOf(tx: Tx, scope: Scope, orderID: string): Promise<MessageId | null> {
  const order = await loadOrder(tx, scope, orderID);
  const given = await receiptsOf(tx, scope, [order.order_id]);
  const latest = given.findLast((one) => one.kind === "receipt" && one.voided_at === null);
  // The order's number if there is one receipt, as in earlier releases.
  const name = latest?.is_part ? `receipt ${latest.receipt_id}` : `receipt of ${orderID}`;
  return latest ? MessageId.parse(v5(name, scope.organizationId)) : null;
}

interface ReceiptMessage {
  orderID: string;
  recordID?: RecordId | undefined;
  /** The conversations that may be written to. */
  chat: Scope;
  messageId: MessageId;
  accountId: AccountId | null;
}

async function sendReceiptMessage(platform: Platform, scope: Scope, message: ReceiptMessage): Promise<void> {
  const { orderID, recordID, chat, messageId, accountId } = message;
  const { db } = platform;
  const { leadId, number, language } = await inTransaction(db, scope, async (tx) => {
    const order = await loadOrder(tx, scope, orderID);
    const receipt = await wantedReceipt(tx, scope, { orderId: order.order_id, recordID });
    if (!order.lead_id) throw new AppError("NOT_FOUND");
    const locale = (await organizationOf(tx, scope))?.locale;
    const spoken = languages.find((one) => one === locale) ?? defaultLanguage;
    return { leadId: order.lead_id, number: receiptNumber(receipt), language: spoken };
  });
  const { body } = await drawnReceipt(platform, scope, { form: { orderID, recordID }, language });
  const file = await storePdf(platform, scope, { body, name: `${number}.pdf`, accountId });
  try {
    const words = { leadId, messageId, text: number, file, senderId: accountId };
    const isSent = await inTransaction(db, chat, (tx) => queueDocumentForLead(tx, chat, words));
    if (!isSent) await removeFilesByIds(platform, scope, [file.file_id]);
  } catch (error) {
    await removeFilesByIds(platform, scope, [file.file_id]);
    throw error;
  }
  const event = { kind: "receiptSent", note: number, accountId } as const;
  await record(platform, scope, { orderID, event: { ...event, noticeKey: `sent ${messageId}` } });
}

function storePdf(
  platform: Platform,
  scope: Scope,
  { body, name, accountId }: { body: Buffer; name: string; accountId: AccountId | null },
): Promise<StoredFile> {
  return inTemporaryPlace(platform, async (path) => {
    await writeFile(path, body, { mode: 0o600 });
    const of = { contentType: "application/pdf", size: body.length, createdBy: accountId, isOwed: true };
    return storeFile(platform, scope, { path, name, ...of });
  });
}

/** The notice key prevents duplicates in the history. */
async function record(
  { db }: Platform,
  scope: Scope,
  { orderID, event }: { orderID: string; event: NewOrderEvent },
): Promise<void> {
  await inTransaction(db, scope, async (tx) => {
    const order = await lockedOrder(tx, scope, orderID);
    if (order) await addEvent(tx, scope, order, event);
  });
}
