import { type ReceiptSetting, type ReceiptSettingForm, receiptSettings } from "@homeroom/contract/receipt-settings";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { receiptSettingOf } from "./queries.ts";

/** What an organisation gives its customers. */
export function readReceiptSetting(db: Database, actor: Actor): Promise<ReceiptSetting> {
  requireAccess(actor, receiptSettings.read);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, (tx) => receiptSettingOf(tx, scope));
}

/**
 * Chooses the kind of receipt. Saved as it is already, nothing changes. Throws STALE_DATA when somebody saved since the
 * form's version.
 */
export function saveReceiptSetting(db: Database, actor: Actor, form: ReceiptSettingForm): Promise<null> {
  requireAccess(actor, receiptSettings.save);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const { version, ...before } = await receiptSettingOf(tx, scope);
    const { version: begunWith, ...after } = form;
    if (Object.entries(after).every(([name, value]) => before[name as keyof typeof after] === value)) return null;
    if (version !== begunWith || !(await write(tx, actor, form))) throw new AppError("STALE_DATA");
    await recordChange(tx, actor, {
      module: "setting",
      action: version === 0 ? "created" : "edited",
      subject: { type: "receiptSetting", id: scope.organizationId, name: "" },
      ...(version > 0 && { before: auditOf(before) }),
      after: auditOf(after),
    });
    return null;
  });
}

/** Whether it was written: not when somebody else did at the same time. */
async function write(tx: Tx, actor: Actor, form: ReceiptSettingForm): Promise<boolean> {
  const columns = {
    kind: form.kind,
    school_name: form.schoolName,
    school_number: form.schoolNumber,
    venue: form.venue,
    supervisor: form.supervisor,
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

function auditOf({ kind, ...fields }: Omit<ReceiptSettingForm, "version">): Record<string, string> {
  return { receiptKind: kind, ...fields };
}
