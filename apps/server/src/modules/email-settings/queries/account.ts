import type { EmailFields } from "@homeroom/contract/email-settings";
import type { BranchId } from "@homeroom/contract/ids";
import { branchById } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { SmtpAccount } from "#platform/mail/smtp-account";
import type { Platform } from "#platform/server-module";
import { accountOf } from "../rules/account.ts";
import { lockSetting, type StoredSetting, settingOf } from "./settings.ts";

export interface FormAccount {
  readonly branchName: string;
  readonly stored: StoredSetting | undefined;
  readonly account: SmtpAccount;
}

/** The account that a form means for a branch, with the branch's setting, locked. Throws NOT_FOUND and FIELD_INVALID. */
export async function accountForForm(
  { secrets, settings }: Pick<Platform, "secrets" | "settings">,
  tx: Tx,
  { scope, branchId, form }: { scope: Scope; branchId: BranchId; form: EmailFields },
): Promise<FormAccount> {
  const isReached = scope.branchIds === null || scope.branchIds.includes(branchId);
  const branch = isReached ? await branchById(tx, scope, branchId) : null;
  if (!branch) throw new AppError("NOT_FOUND");
  const stored = await lockSetting(tx, scope, branchId);
  const saved = stored && { stored, password: secrets.open(stored.secrets)["password"] ?? "" };
  return { branchName: branch.name, stored, account: accountOf(form, saved, settings) };
}

/** Through which account a branch sends; null while it has none, or when the scope does not reach the branch. */
export async function mailAccountOf(
  { secrets }: Pick<Platform, "secrets">,
  tx: Tx,
  { scope, branchId }: { scope: Scope; branchId: BranchId },
): Promise<{ account: SmtpAccount } | null> {
  const stored = await settingOf(tx, scope, branchId);
  if (!stored) return null;
  const { server, port, security, username, sender, sender_name: senderName } = stored;
  const password = secrets.open(stored.secrets)["password"] ?? "";
  return { account: { server, port, security, username, password, sender, senderName } };
}

/** The branches that a scope reaches and that have a mail server, with its sender. */
export async function mailSenders(tx: Tx, scope: Scope): Promise<{ branchId: BranchId; sender: string }[]> {
  let rows = tx
    .selectFrom("email_setting")
    .select(["branch_id as branchId", "sender"])
    .where("organization_id", "=", scope.organizationId)
    .orderBy("branch_id");
  if (scope.branchIds !== null) rows = rows.where("branch_id", "in", [...scope.branchIds]);
  return rows.execute();
}
