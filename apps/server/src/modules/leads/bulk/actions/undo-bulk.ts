import type { RecordId } from "@homeroom/contract/ids";
import { leadsAtOnce } from "@homeroom/contract/lead-bulk";
import { sql } from "kysely";
import { storedActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { startRun, withinCallMs } from "#platform/runs/run";
import type { Platform } from "#platform/server-module";
import { requireMayDo, requireVisibleBulk } from "../../policy.ts";
import { type BulkRun, findBulk } from "../queries.ts";
import { mayUndoBulk, undoDays } from "../rules/bulk-undo.ts";
import { bulkRun, carryOnBulk } from "./carry-on-bulk.ts";

/**
 * Undoes the actor's own bulk change within 30 days, for each lead that nobody has changed since. Idempotent.
 * Throws NOT_FOUND for another person's, and BULK_NOT_UNDOABLE for one that is running, changed nothing or is too
 * old.
 */
export async function undoBulk(platform: Platform, actor: Actor, bulkId: RecordId): Promise<BulkRun> {
  const { db } = platform;
  const scope = sharedScope(actor);
  const few = await inTransaction(db, scope, async (tx) => {
    const run = requireVisibleBulk(await findBulk(tx, scope, bulkId, "lock"), actor);
    requireMayDo(actor, run.kind, run.query.students);
    if (run.state === "undoing" || run.state === "undone") return false;
    if (!mayUndoBulk(run, new Date())) throw new AppError("BULK_NOT_UNDOABLE");
    // The actor's permissions may have changed since they started it.
    await tx
      .updateTable("lead_bulk_run")
      .set({ state: "undoing", done_through: 0, tries: 0, problem: "", actor: JSON.stringify(storedActor(actor)) })
      .where("organization_id", "=", scope.organizationId)
      .where("bulk_id", "=", bulkId)
      .execute();
    const atOnce = run.changed_count <= leadsAtOnce;
    await startRun(tx, bulkRun, { organizationId: scope.organizationId, runId: bulkId, inCall: atOnce });
    return atOnce;
  });
  if (few) await carryOnBulk(platform, scope, bulkId, Date.now() + withinCallMs);
  return requireVisibleBulk(await inTransaction(db, scope, (tx) => findBulk(tx, scope, bulkId)), actor);
}

const runsAtOnce = 20;

/** Removes bulk changes that can no longer be undone, with their rows. Returns whether there may be more. */
export function removeOldBulks(db: Database): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const removed = await sql`
      delete from lead_bulk_run where (organization_id, bulk_id) in (
        select organization_id, bulk_id from lead_bulk_run
        where created_at < now() - make_interval(days => ${undoDays + 1}) limit ${runsAtOnce})`.execute(tx);
    return Number(removed.numAffectedRows ?? 0) === runsAtOnce;
  });
}
