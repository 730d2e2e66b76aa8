import type { RecordId } from "@homeroom/contract/ids";
import { defaultLanguage, languages } from "@homeroom/contract/language";
import { receipts } from "@homeroom/contract/receipts";
import { mailAccountOf } from "#modules/email-settings/public";
import { organizationOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { SmtpFailure, sendBySmtp } from "#platform/mail/smtp-account";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { eventsOf, wantedReceipt } from "../queries/order-parts.ts";
import { loadOrder, lockedOrder } from "../queries/orders.ts";
import { receiptLetter } from "../rules/receipt-letter.ts";
import { receiptNumber } from "../rules/receipt-sheet.ts";
import { addEvent } from "../writes/change-order.ts";
import { drawnReceipt } from "./receipt-pdf.ts";

interface MailForm {
  orderID: string;
  recordID?: RecordId | undefined;
  email: string;
}

/**
 * Mails a receipt or credit note, by default the receipt, through the mail server of the order's branch. A repetition
 * with the same `key` sends no second mail once the first was sent. Throws NOT_FOUND without a receipt, EMAIL_NOT_SET_UP, and
 * RECEIPT_NOT_MAILED with the server's reason and words.
 */
export async function mailReceipt(
  platform: Platform,
  actor: Actor,
  { form, limit, key }: { form: MailForm; limit: RateLimit; key: string | undefined },
): Promise<null> {
  requireAccess(actor, receipts.mail);
  const scope = scopeOf(actor, "crm:lead:all");
  const letterId = idOfKey(actor, "mailed receipt", key);
  const noticeKey = `mailed ${letterId}`;
  const ready = await inTransaction(platform.db, scope, (tx) => prepare(platform, tx, { scope, form, noticeKey }));
  if (ready.isMailed) return null;
  await limit.take(actor.accountId);
  const { account, language, kind, number, organization } = ready;
  const { body: pdf } = await drawnReceipt(platform, scope, { form, language });
  const letter = receiptLetter({ language, kind, number, organization, recipient: form.email, pdf });
  const messageId = `${letterId}@${account.sender.split("@").at(-1)}`;
  try {
    // No transaction is open during the call of the mail server.
    await sendBySmtp(account, { ...letter, messageId }, { insideAllowed: !platform.settings.serving });
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    const { reason, answer } = error;
    throw new AppError("RECEIPT_NOT_MAILED", {}, { details: { reason, answer }, cause: error });
  }
  await inTransaction(platform.db, scope, async (tx) => {
    const order = await lockedOrder(tx, scope, form.orderID);
    const event = { kind: "receiptMailed", note: `${number} · ${form.email}`, noticeKey } as const;
    if (order) await addEvent(tx, scope, order, { ...event, accountId: actor.accountId });
  });
  return null;
}

interface ReceiptMailRequest {
  scope: Scope;
  form: MailForm;
  noticeKey: string;
}

async function prepare(platform: Platform, tx: Tx, { scope, form, noticeKey }: ReceiptMailRequest) {
  const order = await loadOrder(tx, scope, form.orderID);
  const receipt = await wantedReceipt(tx, scope, { orderId: order.order_id, recordID: form.recordID });
  const found = await mailAccountOf(platform, tx, { scope, branchId: order.branch_id });
  if (!found) throw new AppError("EMAIL_NOT_SET_UP");
  const organization = await organizationOf(tx, scope);
  const events = await eventsOf(tx, scope, order.order_id);
  return {
    account: found.account,
    isMailed: events.some((one) => one.notice_key === noticeKey),
    language: languages.find((one) => one === organization?.locale) ?? defaultLanguage,
    kind: receipt.kind,
    number: receiptNumber(receipt),
    organization: organization?.name ?? "",
  };
}
