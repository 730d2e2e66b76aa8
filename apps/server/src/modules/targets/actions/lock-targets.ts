import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** Serialises additions to an organisation's recipient lists, so that their limit holds. */
export async function lockTargets(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} targets`}, 7020))`.execute(tx);
}

/** Throws SETTING_LIMIT_REACHED if the organisation has its maximum of lists. */
export async function requireRoom(tx: Tx, scope: Scope, most: number): Promise<void> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from recipient_list
    where organization_id = ${scope.organizationId} and deleted_at is null`.execute(tx);
  if ((found.rows[0]?.count ?? 0) >= most) throw new AppError("SETTING_LIMIT_REACHED");
}
