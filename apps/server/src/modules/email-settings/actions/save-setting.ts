import { type EmailSettingForm, emailSettings } from "@homeroom/contract/email-settings";
import type { BranchId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { SmtpAccount } from "#platform/mail/smtp-account";
import type { Platform } from "#platform/server-module";
import { accountForForm } from "../queries/account.ts";
import { keptPass } from "../queries/passes.ts";
import type { StoredSetting } from "../queries/settings.ts";
import { isPassFor } from "../rules/test-pass.ts";

/**
 * Saves the mail server of a branch. Idempotent: the same values change nothing. Throws SETTING_NOT_VERIFIED unless the same
 * values passed a test in the last 15 minutes, and STALE_DATA when somebody saved since `version`.
 */
export function saveEmailSetting(
  platform: Platform,
  { actor, form }: { actor: Actor; form: EmailSettingForm },
): Promise<void> {
  requireAccess(actor, emailSettings.save);
  const { db, secrets } = platform;
  const scope = scopeOf(actor, "org:email:edit");
  const branchId = form.branchID ?? actor.branchId;
  return inTransaction(db, scope, async (tx) => {
    const { account, stored, branchName } = await accountForForm(platform, tx, { scope, branchId, form });
    const before = stored && { provider: stored.provider, ...savedAccount(stored, platform) };
    const after = { provider: form.provider, ...account };
    if (before && JSON.stringify(before) === JSON.stringify(after)) return;
    const version = stored?.version ?? 0;
    if (form.version !== undefined && form.version !== version) throw new AppError("STALE_DATA");
    const tested = { organizationId: actor.organizationId, branchId, account };
    const pass = form.testID || (await keptPass(tx, actor, branchId));
    if (!isPassFor(secrets, pass, { tested, now: Date.now() })) throw new AppError("SETTING_NOT_VERIFIED");
    await write(tx, platform, { actor, branchId, values: after, version });
    await recordChange(tx, actor, {
      module: "setting",
      action: stored ? "edited" : "created",
      subject: { type: "emailSetting", id: branchId, name: branchName },
      ...(before && { before }),
      after,
    });
  });
}

interface NewSetting {
  actor: Actor;
  branchId: BranchId;
  values: SmtpAccount & Pick<EmailSettingForm, "provider">;
  version: number;
}

async function write(tx: Tx, { secrets }: Platform, { actor, branchId, values, version }: NewSetting): Promise<void> {
  const { password, senderName, ...shown } = values;
  const now = new Date();
  const columns = {
    ...shown,
    sender_name: senderName,
    secrets: secrets.seal({ password }),
    verified_at: now,
    updated_at: now,
    updated_by: actor.accountId,
    version: version + 1,
  };
  const written = await tx
    .insertInto("email_setting")
    .values({ organization_id: actor.organizationId, branch_id: branchId, ...columns })
    .onConflict((on) =>
      on.columns(["organization_id", "branch_id"]).doUpdateSet(columns).where("email_setting.version", "=", version),
    )
    .returning("branch_id")
    .executeTakeFirst();
  if (!written) throw new AppError("STALE_DATA");
}

function savedAccount(stored: StoredSetting, { secrets }: Platform): SmtpAccount {
  const { server, port, security, username, sender, sender_name: senderName } = stored;
  const password = secrets.open(stored.secrets)["password"] ?? "";
  return { server, port, security, username, password, sender, senderName };
}
