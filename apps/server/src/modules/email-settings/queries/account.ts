import type { EmailFields, EmailSecurity } from "@homeroom/contract/email-settings";
import type { BranchId } from "@homeroom/contract/ids";
import { branchById } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { missingField, refuseFaults } from "#platform/errors/refuse-faults";
import type { SmtpAccount } from "#platform/mail/smtp-account";
import type { Platform } from "#platform/server-module";
import { lockSetting, type StoredSetting, settingOf } from "./settings.ts";

export interface FormAccount {
  readonly branchName: string;
  readonly stored: StoredSetting | undefined;
  readonly account: SmtpAccount;
}

/** The account of a form and the branch's setting, locked. Throws NOT_FOUND and FIELD_INVALID. */
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

/** The account through which a branch sends; null if it has none or is outside the scope. */
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

/** The branches within a scope that have a mail server, with its sender. */
export async function mailSenders(tx: Tx, scope: Scope): Promise<{ branchId: BranchId; sender: string }[]> {
  let rows = tx
    .selectFrom("email_setting")
    .select(["branch_id as branchId", "sender"])
    .where("organization_id", "=", scope.organizationId)
    .orderBy("branch_id");
  if (scope.branchIds !== null) rows = rows.where("branch_id", "in", [...scope.branchIds]);
  return rows.execute();
}

interface SavedSetting {
  readonly stored: StoredSetting;
  readonly password: string;
}

/**
 * The account of a form. An empty password means the saved one, for the same user at the same server
 * only: another server must not receive it. Throws FIELD_INVALID.
 */
export function accountOf(
  form: EmailFields,
  saved: SavedSetting | undefined,
  { serving }: { serving: boolean },
): SmtpAccount {
  const { server, port, username, sender, senderName = saved?.stored.sender_name ?? "" } = form;
  const isSameServer = saved?.stored.server.toLowerCase() === server.toLowerCase() && saved.stored.port === port;
  const security = form.security ?? (isSameServer ? saved.stored.security : usualSecurity(form));
  if (serving && security === "none") refuseFaults([{ field: "security", name: "FIELD_INVALID" }]);
  const isSameUser = isSameServer && saved.stored.username === username;
  const password = username === "" ? "" : form.password || (isSameUser ? saved.password : "");
  if (username !== "" && password === "") refuseFaults([missingField("password")]);
  return { server, port, security, username, password, sender, senderName };
}

const localHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

/** The default encryption of a connection: by its port, and none for a server on the same machine. */
function usualSecurity({ server, port }: EmailFields): EmailSecurity {
  if (port === 465) return "tls";
  return localHosts.has(server.toLowerCase()) ? "none" : "starttls";
}
