import { setImmediate as otherWork } from "node:timers/promises";
import { fieldMessage } from "@homeroom/contract/errors/field-errors";
import type { ImportFix } from "@homeroom/database/import-tables";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { fileById } from "#modules/files/public";
import { currentActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { isTimeUp, type SliceEnd, type SliceLimit } from "#platform/runs/run";
import type { TableRow } from "#platform/tables/read-table";
import { importFinished } from "../events.ts";
import type { ImportFault, ImportKind, ImportRequest, ImportWriter, ReadRow } from "../port.ts";
import { createdRecords, findRun, type ImportRun } from "../queries.ts";
import { signatureOf } from "../rules/mapping.ts";
import { cellReader } from "../rules/read-cells.ts";
import { type Imports, kindFor } from "./imports.ts";
import { type Dialect, withTable } from "./read-import-file.ts";
import { type PreparedRow, writeBatch } from "./write-batch.ts";

/** The default number of rows written together. */
const usualBatch = 200;

/**
 * Rows read without a pause. Reading never yields, so without pauses the database's responses for the batch being
 * written, and everything else in this process, would wait for a whole batch of rows.
 */
const readAtOnce = 5;

/** How a stored run reads its file. */
export function dialectOfRun(run: ImportRun): Dialect {
  return {
    encoding: run.encoding ?? undefined,
    delimiter: run.delimiter ?? undefined,
    heading: run.heading_row ?? undefined,
  };
}

/** The request of a run, with the current rights of the person who started it. Throws if they can no longer import. */
export async function requestOf(imports: Imports, scope: Scope, run: ImportRun): Promise<ImportRequest> {
  const actor = await inTransaction(imports.platform.db, scope, (tx) => currentActor(tx, scope, run.actor));
  kindFor(imports, run.kind, actor);
  if (!actor.branchIds.includes(run.branch_id)) throw new AppError("RUN_RIGHTS_REVOKED");
  return { actor, scope: sharedScope(actor), branchId: run.branch_id, language: run.language, options: run.options };
}

/** Whether the actor's rights are the same as when the slice began. */
function hasSameRights({ actor: one }: ImportRequest, { actor: other }: ImportRequest): boolean {
  const rights = ({ permissions, branchIds, isOwner }: Actor) => JSON.stringify([permissions, branchIds, isOwner]);
  return rights(one) === rights(other);
}

/** Imports the remaining rows, until there are none or the time is up. */
export async function importSlice(
  imports: Imports,
  scope: Scope,
  run: ImportRun,
  until: SliceLimit,
): Promise<SliceEnd> {
  const { platform } = imports;
  const request = await requestOf(imports, scope, run);
  const kind = kindFor(imports, run.kind, request.actor);
  const file = await inTransaction(platform.db, scope, (tx) => fileById(tx, scope, run.file_id));
  if (!file) throw new AppError("NOT_FOUND");
  const writer = await inTransaction(platform.db, scope, (tx) => kind.begin(tx, request));
  const batchRows = kind.batchRows ?? usualBatch;
  return withTable(platform, file, dialectOfRun(run), async (table) => {
    const prepare = rowPreparer(writer, { run, request, kind, columns: table.columns });
    const batches = batchWriter((rows) => writeBatch(platform.db, scope, { run, writer, rows }));
    let batch: PreparedRow[] = [];
    try {
      for await (const row of table.rows) {
        const prepared = prepare(row);
        if (row.number % readAtOnce === 0) await otherWork();
        if (row.number <= run.done_through) continue;
        batch.push(prepared);
        if (batch.length < batchRows) continue;
        // The rights have changed: the next slice begins with the new ones.
        if (!hasSameRights(request, await requestOf(imports, scope, run))) return "unfinished";
        await batches.write(batch);
        batch = [];
        if (isTimeUp(until)) return "unfinished";
      }
      if (batch.length > 0) await batches.write(batch);
    } finally {
      await batches.end();
    }
    await inTransaction(platform.db, scope, (tx) =>
      finish(tx, scope, { run, kind, request, signature: signatureOf(table.columns) }),
    );
    return "finished";
  });
}

/** Writes batches one after the other while reading the next one: at most two are in memory. */
function batchWriter(write: (rows: readonly PreparedRow[]) => Promise<void>) {
  let writing: Promise<void> = Promise.resolve();
  return {
    async write(rows: readonly PreparedRow[]) {
      await writing;
      writing = write(rows);
      // The next one in the queue is told.
      writing.catch(() => undefined);
    },
    end: () => writing,
  };
}

/** Reads rows one after the other: the second row with the same unique key is wrong. */
function rowPreparer(
  writer: ImportWriter,
  {
    run,
    request,
    kind,
    columns,
  }: { run: ImportRun; request: ImportRequest; kind: ImportKind; columns: readonly string[] },
) {
  const cellsOf = cellReader(columns, run.mapping, kind.fields);
  const mend = mender(run.fixes, columns);
  const seen = new Set<string>();
  const say = ({ name, data, message }: ImportFault) => message ?? fieldMessage(name, request.language, data);
  const once = (read: ReadRow<unknown>): PreparedRow["read"] => {
    if (!("row" in read)) return read;
    const repeated = read.keys.find(({ field, key }) => seen.has(`${field}\n${key}`));
    if (repeated && writer.repeated === "skipped") return { name: read.name, skipped: true };
    for (const { field, key } of read.keys) seen.add(`${field}\n${key}`);
    return repeated ? { name: read.name, faults: [{ field: repeated.field, name: "IMPORT_ROW_REPEATED" }] } : read;
  };
  return (row: TableRow): PreparedRow => {
    const cells = cellsOf(mend(row));
    const read = once(writer.read(cells));
    return { number: row.number, cells, read, say };
  };
}

/** Replaces cells of the file with people's corrections. */
function mender(fixes: readonly ImportFix[], columns: readonly string[]): (row: TableRow) => readonly string[] {
  if (fixes.length === 0) return ({ cells }) => cells;
  const byRow = Map.groupBy(fixes, ({ row }) => row);
  return ({ number, cells }) => {
    const mended = byRow.get(number);
    if (!mended) return cells;
    const next = [...cells];
    for (const { column, value } of mended) if (columns.includes(column)) next[columns.indexOf(column)] = value.trim();
    return next;
  };
}

/** Below this number of rows, people wait for the end. */
const largeFrom = 1000;

async function publishFinish(tx: Tx, scope: Scope, run: ImportRun): Promise<void> {
  if (run.total < largeFrom || !run.account_id) return;
  const { import_id: importId, account_id: accountId, invalid_count: invalid } = run;
  const payload = { importId, accountId, kind: run.kind, saved: run.created_count + run.updated_count, invalid };
  await emit(tx, importFinished, { organizationId: scope.organizationId, aggregateId: importId, payload });
}

async function finish(
  tx: Tx,
  scope: Scope,
  { run, kind, request, signature }: { run: ImportRun; kind: ImportKind; request: ImportRequest; signature: string },
): Promise<void> {
  const found = await findRun(tx, scope, run.import_id, "lock");
  if (found?.state !== "running" && found?.state !== "waiting") return;
  await tx
    .updateTable("import_run")
    .set({ state: "done", finished_at: sql`now()` })
    .where("organization_id", "=", scope.organizationId)
    .where("import_id", "=", run.import_id)
    .execute();
  if (found.dry_run) return;
  await publishFinish(tx, scope, found);
  if (kind.finish && found.created_count > 0) {
    const created = await createdRecords(tx, scope, run.import_id);
    await kind.finish(tx, request, { importId: run.import_id, created });
  }
  const mapping = { organization_id: scope.organizationId, kind: run.kind, signature };
  await tx
    .insertInto("import_mapping")
    .values({ ...mapping, mapping: JSON.stringify(run.mapping) })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "kind", "signature"])
        .doUpdateSet({ mapping: JSON.stringify(run.mapping), used_at: sql`now()` }),
    )
    .execute();
  await recordChange(tx, request.actor, {
    module: kind.audit,
    action: "imported",
    subject: { type: "import", id: run.import_id, name: run.file_name },
    before: {},
    after: {
      total: found.total,
      created: found.created_count,
      updated: found.updated_count,
      skipped: found.skipped_count,
      invalid: found.invalid_count,
    },
  });
}
