import type { RecordId } from "@homeroom/contract/ids";
import { problemOf } from "#modules/sign-in/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { findRun } from "../queries.ts";
import { importSlice } from "./import-slice.ts";
import type { Imports } from "./imports.ts";
import { undoSlice } from "./undo-slice.ts";

/** How long one go at an import may take. */
export interface Until {
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

/** Failures in a row after which an import is given up. */
const mostTries = 5;

/**
 * Carries an import or its undo on from where it stands, batch by batch, each in a transaction that also says how far it
 * is: nothing is done twice, whoever else is at it. Throws what went wrong, until it has gone wrong too often.
 */
export async function carryOnImport(
  imports: Imports,
  scope: Scope,
  importId: RecordId,
  until: Until,
): Promise<"finished" | "unfinished"> {
  const { db, log } = imports.platform;
  const run = await inTransaction(db, scope, (tx) => findRun(tx, scope, importId));
  if (!run) return "finished";
  try {
    if (run.state === "waiting" || run.state === "running") return await importSlice(imports, scope, run, until);
    return run.state === "undoing" ? await undoSlice(imports, scope, run, until) : "finished";
  } catch (error) {
    const expected = error instanceof AppError;
    const problem = expected ? problemOf(error) : "SYSTEM_ERROR";
    const gaveUp = await noteFailure(imports, scope, { importId, problem, atOnce: expected });
    if (!gaveUp) throw error;
    log.error({ err: error, importId }, "An import was given up");
    return "finished";
  }
}

async function noteFailure(
  { platform }: Imports,
  scope: Scope,
  { importId, problem, atOnce }: { importId: RecordId; problem: string; atOnce: boolean },
): Promise<boolean> {
  return inTransaction(platform.db, scope, async (tx) => {
    const run = await findRun(tx, scope, importId, "lock");
    if (!run) return true;
    const gaveUp = atOnce || run.tries + 1 >= mostTries;
    // An undo that is given up leaves the import as it is, to be undone again.
    const state = run.state === "undoing" ? "done" : "failed";
    await tx
      .updateTable("import_run")
      .set({ tries: run.tries + 1, problem, ...(gaveUp && { state, finished_at: new Date() }) })
      .where("organization_id", "=", scope.organizationId)
      .where("import_id", "=", importId)
      .execute();
    return gaveUp;
  });
}
