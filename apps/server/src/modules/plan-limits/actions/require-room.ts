import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { isMetered, planLimitOf, planUseOf } from "../queries/plan-limit.ts";

/** The limits that are checked against a current count. */
type LimitedUse = "staff" | "branches" | "storage";

/**
 * Throws if the plan's limit would be exceeded: PLAN_LIMIT_REACHED for people and branches, STORAGE_FULL for bytes. `more` is
 * the amount to add. Of two simultaneous callers the second waits, so that the last place is given once.
 */
export async function requireRoom(tx: Tx, scope: Scope, use: LimitedUse, more = 1): Promise<void> {
  if (!(await isMetered(tx, scope))) return;
  const place = `${scope.organizationId} plan limit ${use}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 7031))`.execute(tx);
  const [limit, used] = [await planLimitOf(tx, scope), await planUseOf(tx, scope)];
  if (!limit || !used) return;
  if (use === "storage") {
    if (used.storage_bytes + more > limit.storage_bytes) throw new AppError("STORAGE_FULL");
    return;
  }
  if (used[use] + more > limit[use]) throw new AppError("PLAN_LIMIT_REACHED", { n: limit[use] });
}
