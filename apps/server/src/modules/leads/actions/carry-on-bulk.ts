import type { RecordId } from "@homeroom/contract/ids";
import { problemOf } from "#modules/sign-in/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { findBulk } from "../queries/bulk-runs.ts";
import { changeBatch } from "./bulk-batch.ts";
import { undoBatch } from "./bulk-undo-batch.ts";
import { refusingRaces } from "./refuse-duplicates.ts";

/** How long one go may take. */
export interface Until {
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

/** Failures in a row after which a run is given up. */
const mostTries = 5;

/**
 * Carries a bulk change or its undo on from where it stands, batch by batch, each in a transaction that also says how far
 * it is: nothing is done twice, whoever else is at it. Throws what went wrong, until it has gone wrong too often.
 */
export async function carryOnBulk(
  { db, log }: Platform,
  scope: Scope,
  bulkId: RecordId,
  until: Until,
): Promise<"finished" | "unfinished"> {
  try {
    for (;;) {
      const more = await refusingRaces(() => inTransaction(db, scope, (tx) => nextBatch(tx, scope, bulkId)));
      if (!more) return "finished";
      if (until.signal?.aborted || Date.now() > until.deadline) return "unfinished";
    }
  } catch (error) {
    const expected = error instanceof AppError;
    const problem = expected ? problemOf(error) : "SYSTEM_ERROR";
    const gaveUp = await inTransaction(db, scope, (tx) => noteFailure(tx, scope, { bulkId, problem, expected }));
    if (!gaveUp) throw error;
    log.error({ err: error, bulkId }, "A bulk change was given up");
    return "finished";
  }
}

async function nextBatch(tx: Tx, scope: Scope, bulkId: RecordId): Promise<boolean> {
  const run = await findBulk(tx, scope, bulkId, "lock");
  if (run?.state === "running") return changeBatch(tx, run);
  return run?.state === "undoing" ? undoBatch(tx, run) : false;
}

async function noteFailure(
  tx: Tx,
  scope: Scope,
  { bulkId, problem, expected }: { bulkId: RecordId; problem: string; expected: boolean },
): Promise<boolean> {
  const run = await findBulk(tx, scope, bulkId, "lock");
  if (!run) return true;
  const gaveUp = expected || run.tries + 1 >= mostTries;
  // An undo that is given up leaves the run as it is, to be undone again.
  const state = run.state === "undoing" ? "done" : "failed";
  await tx
    .updateTable("lead_bulk_run")
    .set({ tries: run.tries + 1, problem, ...(gaveUp && { state, finished_at: new Date() }) })
    .where("organization_id", "=", scope.organizationId)
    .where("bulk_id", "=", bulkId)
    .execute();
  return gaveUp;
}
