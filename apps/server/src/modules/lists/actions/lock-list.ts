import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Serialises changes of an organisation's list, so that its limit and its order stay valid. */
export async function lockList(tx: Tx, scope: Scope, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} ${name}`}, 7042))`.execute(tx);
}
