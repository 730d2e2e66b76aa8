import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Lets one transaction at a time change an organisation's replies, so that limits and orders hold. */
export async function lockReplies(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} replies`}, 7051))`.execute(tx);
}
