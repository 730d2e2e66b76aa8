import { type RecordId } from "@homeroom/contract/ids";
import { rowsAtOnce } from "@homeroom/contract/imports";
import { storedActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { startRun } from "#platform/runs/run";
import { requireVisibleRun } from "../policy.ts";
import { findRun, type ImportRun } from "../queries.ts";
import { mayUndo } from "../rules/undo.ts";
import { carryOnImport, importRun } from "./carry-on-import.ts";
import { type Imports, kindFor } from "./imports.ts";

/**
 * Undoes an own import within 30 days. Idempotent. Throws NOT_FOUND for another person's and
 * IMPORT_NOT_UNDOABLE for one that saved nothing, is not finished or is too old.
 */
export async function undoImport(imports: Imports, actor: Actor, importId: RecordId): Promise<ImportRun> {
  const scope = sharedScope(actor);
  const { db } = imports.platform;
  const written = await inTransaction(db, scope, async (tx) => {
    const run = requireVisibleRun(await findRun(tx, scope, importId, "lock"), actor);
    kindFor(imports, run.kind, actor);
    if (run.state === "undoing" || run.state === "undone") return null;
    if (!mayUndo(run, new Date())) throw new AppError("IMPORT_NOT_UNDOABLE");
    // The actor's rights may have changed since they started the import.
    await tx
      .updateTable("import_run")
      .set({ state: "undoing", tries: 0, problem: "", actor: JSON.stringify(storedActor(actor)) })
      .where("organization_id", "=", scope.organizationId)
      .where("import_id", "=", importId)
      .execute();
    const count = run.created_count + run.updated_count;
    const { organizationId } = scope;
    await startRun(tx, importRun, { organizationId, runId: importId, inCall: count <= rowsAtOnce });
    return count;
  });
  if (written !== null && written <= rowsAtOnce) {
    await carryOnImport(imports, scope, importId);
  }
  return requireVisibleRun(await inTransaction(db, scope, (tx) => findRun(tx, scope, importId)), actor);
}
