import type { BranchId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { SmtpAccount } from "#platform/mail/smtp-account";
import type { Platform } from "#platform/server-module";
import { settingOf } from "./settings.ts";

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
