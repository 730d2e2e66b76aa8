import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { defineRun, type RunWork, withinCallMs, workOnRun } from "#platform/runs/run";
import { findRun } from "../queries.ts";
import { importSlice } from "./import-slice.ts";
import type { Imports } from "./imports.ts";
import { undoSlice } from "./undo-slice.ts";

/** Every slice rereads the file up to its position, so long slices read less in total. */
const sliceMs = 45_000;

export const importRun = defineRun("carry-on-import", { table: "import_run", id: "import_id", sliceMs });

/** Runs an import or its undo, batch by batch. */
export function importWork(imports: Imports): RunWork {
  return async (scope, importId, until) => {
    const run = await inTransaction(imports.platform.db, scope, (tx) => findRun(tx, scope, importId));
    if (run?.state === "waiting" || run?.state === "running") return importSlice(imports, scope, run, until);
    return run?.state === "undoing" ? undoSlice(imports, scope, run, until) : "finished";
  };
}

/** Runs a small import within the call. */
export function carryOnImport(imports: Imports, scope: Scope, runId: RecordId): Promise<unknown> {
  const until = { deadline: Date.now() + withinCallMs };
  return workOnRun(imports.platform, importRun, { work: importWork(imports), scope, runId, until });
}
