import { type BranchId, type FileId, RecordId } from "@homeroom/contract/ids";
import { rowsAtOnce } from "@homeroom/contract/imports";
import type { Language } from "@homeroom/contract/language";
import type { ImportFix } from "@homeroom/database/import-tables";
import { v7 } from "uuid";
import { storedActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { startRun } from "#platform/runs/run";
import { requireVisibleRun } from "../policy.ts";
import type { ImportRequest } from "../port.ts";
import { findRun, type ImportRun } from "../queries.ts";
import { checkMapping, type Mapping } from "../rules/mapping.ts";
import { carryOnImport, importRun } from "./carry-on-import.ts";
import { type Imports, kindFor } from "./imports.ts";
import { type Dialect, type ImportPreview, readImportFile } from "./read-import-file.ts";

export interface ImportOrder {
  readonly kind: string;
  readonly fileId: FileId;
  readonly mapping: Mapping | "proposed";
  readonly branchId: BranchId;
  readonly options: Readonly<Record<string, unknown>>;
  readonly dialect: Dialect;
  readonly dryRun: boolean;
  readonly taskId?: RecordId | undefined;
  readonly language: Language;
  /** Cells that people corrected before the import. */
  readonly fixes?: readonly ImportFix[];
}

/**
 * Imports a stored table: up to 1,000 rows within the call, more in the background. A repeated proposed id returns
 * the same import. Throws PERMISSION_DENIED, NOT_FOUND for a file or branch out of scope, and errors of the mapping.
 */
export async function startImport(imports: Imports, actor: Actor, order: ImportOrder): Promise<ImportRun> {
  const kind = kindFor(imports, order.kind, actor);
  if (!actor.branchIds.includes(order.branchId)) throw new AppError("NOT_FOUND");
  const scope = sharedScope(actor);
  const { platform } = imports;
  const importId = order.taskId ?? RecordId.parse(v7());
  const known = await inTransaction(platform.db, scope, (tx) => findRun(tx, scope, importId));
  if (known) return requireVisibleRun(known, actor);
  const file = await readImportFile(platform, actor, { ...order, kind });
  const { columns } = file.table;
  const wanted = order.mapping === "proposed" ? file.mapping : order.mapping;
  const mapping = checkMapping(wanted, { columns, fields: kind.fields, language: order.language });
  const inBackground = file.rowCount > rowsAtOnce;
  await inTransaction(platform.db, scope, async (tx) => {
    const request: ImportRequest = { actor, scope, ...order };
    await kind.begin(tx, request);
    const inserted = await insertRun(tx, {
      ...request,
      importId,
      file,
      mapping,
      dryRun: order.dryRun,
      fixes: order.fixes ?? [],
    });
    // The id belongs to an import out of sight.
    if (!inserted && !(await findRun(tx, scope, importId))) throw new AppError("NOT_FOUND");
    const { organizationId } = scope;
    await startRun(tx, importRun, { organizationId, runId: importId, inCall: !inBackground });
  });
  if (!inBackground) await carryOnImport(imports, scope, importId);
  const run = await inTransaction(platform.db, scope, (tx) => findRun(tx, scope, importId));
  if (!run) throw new AppError("NOT_FOUND");
  return run;
}

interface NewRun extends ImportRequest {
  importId: RecordId;
  file: ImportPreview;
  mapping: Mapping;
  dryRun: boolean;
  fixes: readonly ImportFix[];
}

async function insertRun(tx: Tx, run: NewRun): Promise<boolean> {
  const { actor, file } = run;
  const inserted = await tx
    .insertInto("import_run")
    .values({
      organization_id: run.scope.organizationId,
      import_id: run.importId,
      kind: file.kind.name,
      account_id: actor.accountId,
      branch_id: run.branchId,
      file_id: file.file.file_id,
      file_name: file.file.name,
      content_type: file.file.content_type,
      encoding: file.table.encoding,
      delimiter: file.table.delimiter,
      heading_row: file.table.headingRow,
      fixes: JSON.stringify(run.fixes),
      mapping: JSON.stringify(run.mapping),
      options: JSON.stringify(run.options),
      actor: JSON.stringify(storedActor(actor)),
      language: run.language,
      dry_run: run.dryRun,
      total: file.rowCount,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
