import type { BranchId } from "@homeroom/contract/ids";
import { mailAccount } from "@homeroom/sandbox/mail/mail-server";
import type { Stage } from "./stage.ts";

/** Where the sandbox receives mails. */
export interface EmailRows {
  mailPort: number;
}

/** The address that a branch sends from in these tests. */
export function mailSenderOf(branchId: BranchId): string {
  return `office@${branchId}.test`;
}

/** The branch of the rows sends through the sandbox, as it was first set up. */
export async function restoreEmail(
  { base: { owner, platform } }: Stage,
  { branchId, mailPort }: EmailRows & { branchId: BranchId },
): Promise<void> {
  const { username, password } = mailAccount;
  await owner.query(
    `insert into email_setting
       (organization_id, branch_id, provider, server, port, security, username, secrets, sender, sender_name, verified_at)
     select organization_id, branch_id, 'other', '127.0.0.1', $2, 'none', $3, $4, $5, 'Homeroom', now()
     from branch where branch_id = $1
     on conflict (organization_id, branch_id) do update set
       server = excluded.server, port = excluded.port, username = excluded.username, secrets = excluded.secrets,
       sender = excluded.sender, version = 1`,
    [branchId, mailPort, username, platform.secrets.seal({ password }), mailSenderOf(branchId)],
  );
}
