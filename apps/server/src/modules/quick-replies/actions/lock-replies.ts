import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Serialises changes of an organisation's replies, so that limits and orders stay valid. */
export async function lockReplies(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} replies`}, 7051))`.execute(tx);
}
