import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { defineRun, type RunWork, workInBatches, workOnRun } from "#platform/runs/run";
import type { Platform } from "#platform/server-module";
import { refusingRaces } from "../../record/writes/check-lead.ts";
import { findBulk } from "../queries.ts";
import { changeBatch } from "../writes/bulk-batch.ts";
import { undoBatch } from "../writes/bulk-undo-batch.ts";

export const bulkRun = defineRun("carry-on-lead-bulk", { table: "lead_bulk_run", id: "bulk_id", concurrency: 2 });

/** Works on a bulk change or its undo, batch by batch. */
export function bulkWork({ db }: Platform): RunWork {
  return (scope, bulkId, until) =>
    workInBatches(() => refusingRaces(() => inTransaction(db, scope, (tx) => nextBatch(tx, scope, bulkId))), until);
}

/** Works on a bulk change within a call, until `deadline`. */
export function carryOnBulk(platform: Platform, scope: Scope, runId: RecordId, deadline: number): Promise<unknown> {
  return workOnRun(platform, bulkRun, { work: bulkWork(platform), scope, runId, until: { deadline } });
}

async function nextBatch(tx: Tx, scope: Scope, bulkId: RecordId): Promise<boolean> {
  const run = await findBulk(tx, scope, bulkId, "lock");
  if (run?.state === "running") return changeBatch(tx, run);
  return run?.state === "undoing" ? undoBatch(tx, run) : false;
}
