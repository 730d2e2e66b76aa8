import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { hashToken } from "#platform/auth/tokens";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

/** A session that can still be used. */
export interface OwnSession {
  sessionId: RecordId;
  address: string;
  userAgent: string;
  branchName: string;
  createdAt: Date;
  seenAt: Date;
}

/** Whether session `s` can still be used, as `session_actor` decides it for each request. */
const isUsable = sql`s.ended_at is null
      and s.seen_at > now() - interval '12 hours' and s.created_at > now() - interval '7 days'`;

/** The current sessions of an account, last used first. */
export async function usableSessionsOf(tx: Tx, scope: Scope, accountId: AccountId): Promise<OwnSession[]> {
  const found = await sql<OwnSession>`
    select s.session_id as "sessionId", s.address, s.user_agent as "userAgent", coalesce(b.name, '') as "branchName",
      s.created_at as "createdAt", s.seen_at as "seenAt"
    from session s left join known_branch b using (organization_id, branch_id)
    where s.organization_id = ${scope.organizationId} and s.account_id = ${accountId} and ${isUsable}
    order by s.seen_at desc, s.session_id desc`.execute(tx);
  return found.rows;
}

/** Those of the tokens whose session has ended, has expired or is gone. Does not count as use of the others. */
export async function endedTokens(db: Database, tokens: readonly string[]): Promise<string[]> {
  const found = await inSystemTransaction(db, (tx) =>
    sql<{ place: number }>`
      select given.place::int as place
      from unnest(${sql.val(tokens.map(hashToken))}::bytea[]) with ordinality as given(token_hash, place)
      where not exists (select from session s where s.token_hash = given.token_hash and ${isUsable})`.execute(tx),
  );
  const places = new Set(found.rows.map(({ place }) => place));
  return tokens.filter((_, index) => places.has(index + 1));
}

/**
 * Whether a session was recently opened with the person's password, issued or chosen: its requests then count as
 * confirmed by the person. A session opened by a key does not count, since somebody else made the key.
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
