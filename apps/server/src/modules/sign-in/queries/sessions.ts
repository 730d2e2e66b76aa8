import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A session that can still be used. */
export interface OwnSession {
  sessionId: RecordId;
  address: string;
  userAgent: string;
  branchName: string;
  createdAt: Date;
  seenAt: Date;
}

/** The sessions in which an account is signed in at this moment, the last used first. */
export async function usableSessionsOf(tx: Tx, scope: Scope, accountId: AccountId): Promise<OwnSession[]> {
  const found = await sql<OwnSession>`
    select s.session_id as "sessionId", s.address, s.user_agent as "userAgent", coalesce(b.name, '') as "branchName",
      s.created_at as "createdAt", s.seen_at as "seenAt"
    from session s left join known_branch b using (organization_id, branch_id)
    where s.organization_id = ${scope.organizationId} and s.account_id = ${accountId} and s.ended_at is null
      and s.seen_at > now() - interval '12 hours' and s.created_at > now() - interval '7 days'
    order by s.seen_at desc, s.session_id desc`.execute(tx);
  return found.rows;
}

/**
 * Whether a session was opened within some minutes by its person's password, given or chosen: what such a session asks for is
 * theirs. One that a key opened is not, since somebody else made the key.
 */
export async function isNewSession(
  tx: Tx,
  scope: Scope,
  { sessionId, minutes }: { sessionId: string; minutes: number },
): Promise<boolean> {
  const found = await sql`
    select from session where organization_id = ${scope.organizationId} and session_id = ${sessionId}
      and means in ('password', 'registration') and created_at > now() - make_interval(mins => ${minutes})`.execute(tx);
  return found.rows.length === 1;
}
