import type { AccountId } from "@homeroom/contract/ids";
import type { NotificationKind } from "@homeroom/contract/notifications";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * Claims a mail to a person about a subject, such as a customer. Returns whether it is allowed: at most
 * once in 24 hours for the same subject. Of two simultaneous callers one succeeds.
 */
export async function claimMail(
  tx: Tx,
  scope: Scope,
  about: { accountId: AccountId; kind: NotificationKind; subjectId: string },
): Promise<boolean> {
  const claimed = await sql`
    insert into notification_mail (organization_id, account_id, kind, subject_id)
    values (${scope.organizationId}, ${about.accountId}, ${about.kind}, ${about.subjectId})
    on conflict (organization_id, account_id, kind, subject_id) do update set mailed_at = excluded.mailed_at
      where notification_mail.mailed_at <= now() - interval '24 hours'
    returning 1`.execute(tx);
  return claimed.rows.length > 0;
}
