import { type ReceiptSetting, type ReceiptSettingForm, receiptSettings } from "@homeroom/contract/receipt-settings";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { type InvoiceAccount, InvoiceFailure, type InvoiceIssuer } from "../port.ts";
import { invoiceAccountOf } from "../tax-invoices/queries.ts";
import { receiptSettingOf } from "./queries.ts";

/** The kind of receipt that an organisation issues. */
export function readReceiptSetting(db: Database, actor: Actor): Promise<ReceiptSetting> {
  requireAccess(actor, receiptSettings.read);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, (tx) => receiptSettingOf(tx, scope));
}

type SettingAccess = Pick<Platform, "db" | "secrets">;

/**
 * Chooses the kind of receipt; e-invoices only after ECPay has accepted the account. Idempotent.
 * Throws STALE_DATA if somebody saved since the form's version, and SETTING_NOT_VERIFIED with ECPay's message.
 */
export async function saveReceiptSetting(
  { db, secrets }: SettingAccess,
  issuer: InvoiceIssuer | null,
  { actor, form }: { actor: Actor; form: ReceiptSettingForm },
): Promise<null> {
  requireAccess(actor, receiptSettings.save);
  const scope = sharedScope(actor);
  const stored = await inTransaction(db, scope, (tx) => invoiceAccountOf(tx, scope, secrets));
  const account = {
    merchantId: form.merchantID,
    hashKey: form.hashKey || (stored?.hashKey ?? ""),
    hashIv: form.hashIV || (stored?.hashIv ?? ""),
  };
  // No transaction is open during the call of ECPay.
  if (form.kind === "twInvoice") await requireAccepted(issuer, account);
  return inTransaction(db, scope, async (tx) => {
    const { version, hasKeys: _hasKeys, ...before } = await receiptSettingOf(tx, scope);
    const { version: begunWith, hashKey, hashIV, ...after } = form;
    const keysChange = hashKey !== "" || hashIV !== "";
    if (!keysChange && Object.entries(after).every(([name, value]) => before[name as keyof typeof after] === value))
      return null;
    const sealed = account.hashKey === "" ? null : secrets.seal({ hashKey: account.hashKey, hashIV: account.hashIv });
    if (version !== begunWith || !(await write(tx, actor, { form, sealed }))) throw new AppError("STALE_DATA");
    await recordChange(tx, actor, {
      module: "setting",
      action: version === 0 ? "created" : "edited",
      subject: { type: "receiptSetting", id: scope.organizationId, name: "" },
      ...(version > 0 && { before: auditOf(before, stored) }),
      after: auditOf(after, form.kind === "twInvoice" ? account : stored),
    });
    return null;
  });
}

async function requireAccepted(issuer: InvoiceIssuer | null, account: InvoiceAccount): Promise<void> {
  const missing = (["hashKey", "hashIv"] as const).filter((name) => account[name] === "");
  if (missing.length > 0) {
    const fields = missing.map((name) => ({
      field: name === "hashIv" ? "hashIV" : name,
      name: "FIELD_INVALID" as const,
    }));
    throw new AppError("FIELD_INVALID", {}, { fields });
  }
  try {
    await issuer?.check(account);
  } catch (error) {
    if (!(error instanceof InvoiceFailure)) throw error;
    const { reason, detail } = error;
    const options = { details: { reason, code: detail }, cause: error };
    if (reason === "rateLimited") throw new AppError("TOO_MANY_REQUESTS", {}, options);
    throw new AppError(reason === "unavailable" ? "PAYMENT_PLATFORM_FAILED" : "SETTING_NOT_VERIFIED", {}, options);
  }
}

/** Returns whether it was written; false if somebody else saved at the same time. */
async function write(
  tx: Tx,
  actor: Actor,
  { form, sealed }: { form: ReceiptSettingForm; sealed: Buffer | null },
): Promise<boolean> {
  const columns = {
    kind: form.kind,
    school_name: form.schoolName,
    school_number: form.schoolNumber,
    venue: form.venue,
    supervisor: form.supervisor,
    merchant_id: form.merchantID,
    tax_type: form.taxType,
    secrets: sealed,
    updated_by: actor.accountId,
    updated_at: new Date(),
    version: form.version + 1,
  };
  const written = await tx
    .insertInto("receipt_setting")
    .values({ organization_id: actor.organizationId, ...columns })
    .onConflict((on) =>
      on.column("organization_id").doUpdateSet(columns).where("receipt_setting.version", "=", form.version),
    )
    .returning("version")
    .executeTakeFirst();
  return written !== undefined;
}

type Fields = Omit<ReceiptSettingForm, "version" | "hashKey" | "hashIV">;

function auditOf({ kind, ...fields }: Fields, account: InvoiceAccount | null): Record<string, string> {
  return { receiptKind: kind, ...fields, hashKey: account?.hashKey ?? "", hashIV: account?.hashIv ?? "" };
}
