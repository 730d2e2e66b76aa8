import type { EmailFields } from "@homeroom/contract/email-settings";
import type { BranchId } from "@homeroom/contract/ids";
import { branchById } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { SmtpAccount } from "#platform/mail/smtp-account";
import type { Platform } from "#platform/server-module";
import { accountOf } from "../rules/account.ts";
import { lockSetting, type StoredSetting } from "./settings.ts";

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
