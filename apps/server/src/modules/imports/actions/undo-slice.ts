import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { type SliceEnd, type SliceLimit, workInBatches } from "#platform/runs/run";
import type { ImportedRecord, ImportKind, ImportRequest } from "../port.ts";
import { findRun, type ImportRow, type ImportRun, rowsToUndo } from "../queries.ts";
import { requestOf } from "./import-slice.ts";
import { type Imports, kindFor } from "./imports.ts";

/** The default number of records undone together. */
const usualBatch = 100;

/** Undoes records, last first, until there are none left or the time is up. */
export async function undoSlice(imports: Imports, scope: Scope, run: ImportRun, until: SliceLimit): Promise<SliceEnd> {
  const { db } = imports.platform;
  return workInBatches(async () => {
    const request = await requestOf(imports, scope, run);
    const kind = kindFor(imports, run.kind, request.actor);
    return inTransaction(db, scope, (tx) => undoBatch(tx, scope, { run, kind, request }));
  }, until);
}

/** Returns whether there may be more to undo. */
async function undoBatch(
  tx: Tx,
  scope: Scope,
  { run, kind, request }: { run: ImportRun; kind: ImportKind; request: ImportRequest },
): Promise<boolean> {
  const now = await findRun(tx, scope, run.import_id, "lock");
  if (now?.state !== "undoing") return false;
  const rows = await rowsToUndo(tx, scope, run.import_id, kind.batchRows ?? usualBatch);
  if (rows.length === 0) {
    await finishUndo(tx, scope, { run: now, kind, request });
    return false;
  }
  const words = await kind.undo(tx, request, rows.map(recordOf));
  for (const word of new Set(words)) {
    const numbers = rows.filter((_, at) => words[at] === word).map((row) => row.row_number);
    await tx
      .updateTable("import_row")
      .set({ undone: word })
      .where("organization_id", "=", scope.organizationId)
      .where("import_id", "=", run.import_id)
      .where("row_number", "in", numbers)
      .execute();
  }
  const undone = words.filter((word) => word === "undone").length;
  await tx
    .updateTable("import_run")
    .set({
      tries: 0,
      undone_count: sql`undone_count + ${undone}`,
      kept_count: sql`kept_count + ${words.length - undone}`,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("import_id", "=", run.import_id)
    .execute();
  return true;
}

function recordOf(row: ImportRow): ImportedRecord {
  const isRecord = row.record_id !== null && row.version !== null;
  if (!isRecord || (row.outcome !== "created" && row.outcome !== "updated")) {
    throw new Error("Only what was written can be taken back");
  }
  return { recordId: row.record_id ?? "", outcome: row.outcome, version: row.version ?? 0, before: row.before };
}

async function finishUndo(
  tx: Tx,
  scope: Scope,
  { run, kind, request }: { run: ImportRun; kind: ImportKind; request: ImportRequest },
): Promise<void> {
  await tx
    .updateTable("import_run")
    .set({ state: "undone" })
    .where("organization_id", "=", scope.organizationId)
    .where("import_id", "=", run.import_id)
    .execute();
  await recordChange(tx, request.actor, {
    module: kind.audit,
    action: "importUndone",
    subject: { type: "import", id: run.import_id, name: run.file_name },
    before: {},
    after: { undone: run.undone_count, kept: run.kept_count },
  });
}
