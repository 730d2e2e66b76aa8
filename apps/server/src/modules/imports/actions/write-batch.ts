import { sql } from "kysely";
import { sqlState } from "#platform/db/failures";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import type { ImportFault, ImportWriter, ReadRow, WrittenRow } from "../port.ts";
import { findRun, type ImportRun } from "../queries.ts";

/** A row that has been read and is to be written. */
export interface PreparedRow {
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly read: ReadRow<unknown> | { readonly name: string; readonly skipped: true };
  /** A fault's name in the language of the import. */
  readonly say: (fault: ImportFault) => string;
}

interface Batch {
  readonly run: ImportRun;
  readonly writer: ImportWriter;
  readonly rows: readonly PreparedRow[];
}

/** Rows kept of a dry run, besides those with faults or remarks. */
const mostShown = 1000;

/** Another import or a form may have taken the same e-mail at the same moment: the batch is decided again. */
const maxTries = 3;

/**
 * Writes rows and the run's progress in one transaction, under the run's lock: rows that another process wrote
 * meanwhile are skipped. A dry run rolls back the rows' writes.
 */
export async function writeBatch(db: Database, scope: Scope, batch: Batch): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await inTransaction(db, scope, (tx) => writeRows(tx, scope, batch));
    } catch (error) {
      if (tried === maxTries || sqlState(error) !== "23505") throw error;
    }
  }
}

async function writeRows(tx: Tx, scope: Scope, { run, writer, rows }: Batch): Promise<void> {
  const now = await findRun(tx, scope, run.import_id, "lock");
  if (now?.state !== "waiting" && now?.state !== "running") return;
  const left = rows.filter((row) => row.number > now.done_through);
  if (left.length === 0) return;
  const outcomes = await outcomesOf(tx, writer, left, now);
  const kept = left
    .map((row, at) => importRow(run, row, outcomes[at]))
    .filter((row, at) => !run.dry_run || row.faults || row.remarks || now.processed + at < mostShown);
  await insertRows(tx, scope, run, kept);
  const remarked = outcomes.filter(({ remarks = [] }) => remarks.length > 0).length;
  const count = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
  await tx
    .updateTable("import_run")
    .set({
      state: "running",
      tries: 0,
      done_through: left.at(-1)?.number ?? now.done_through,
      processed: sql`processed + ${left.length}`,
      created_count: sql`created_count + ${count("created")}`,
      updated_count: sql`updated_count + ${count("updated")}`,
      skipped_count: sql`skipped_count + ${count("skipped")}`,
      invalid_count: sql`invalid_count + ${count("invalid")}`,
      remark_count: sql`remark_count + ${remarked}`,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("import_id", "=", run.import_id)
    .execute();
}

async function outcomesOf(
  tx: Tx,
  writer: ImportWriter,
  rows: readonly PreparedRow[],
  run: ImportRun,
): Promise<WrittenRow[]> {
  const good = rows.flatMap(({ read }) => ("row" in read ? [read.row] : []));
  const at = { created: run.created_count, dryRun: run.dry_run, importId: run.import_id, fileName: run.file_name };
  if (run.dry_run) await sql`savepoint trial`.execute(tx);
  const written = good.length > 0 ? await writer.write(tx, good, at) : [];
  if (run.dry_run) await sql`rollback to savepoint trial`.execute(tx);
  let next = 0;
  return rows.map(({ read }) => {
    if ("faults" in read) return { outcome: "invalid", faults: read.faults };
    if ("skipped" in read) return { outcome: "skipped", recordId: null };
    const outcome = written[next];
    next += 1;
    if (!outcome) throw new Error("A writer returns the outcome of every row");
    return outcome;
  });
}

/** A stored row; the organisation and the run are the same for all. */
type KeptRow = ReturnType<typeof importRow>;

function importRow(run: ImportRun, { number, cells, read, say }: PreparedRow, outcome: WrittenRow | undefined) {
  if (!outcome) throw new Error("Every row has an outcome");
  const valueOf = (field: string) => beginning(cells[field] ?? "");
  const faults =
    outcome.outcome === "invalid"
      ? outcome.faults.map((fault) => ({
          field: fault.field,
          value: valueOf(fault.field),
          name: fault.name,
          message: say(fault),
        }))
      : null;
  const { remarks = [] } = outcome;
  return {
    row_number: number,
    outcome: outcome.outcome,
    name: beginning(read.name),
    record_id: outcome.outcome === "invalid" ? null : outcome.recordId,
    version: "version" in outcome ? outcome.version : null,
    before: "before" in outcome ? outcome.before : null,
    faults,
    remarks: remarks.length > 0 ? remarks.map((one) => ({ ...one, value: valueOf(one.field) })) : null,
    cells: run.dry_run ? { ...cells, ...outcome.shown } : null,
    match: outcome.match ?? "",
  };
}

/** The beginning of a text; a character cut in half becomes a replacement mark. */
function beginning(text: string): string {
  return text.slice(0, 200).toWellFormed();
}

/** All rows in one JSON value: a statement with thousands of parameters takes longer than the rows themselves. */
async function insertRows(tx: Tx, scope: Scope, run: ImportRun, rows: readonly KeptRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_row (organization_id, import_id, row_number, outcome, name, record_id, version, before, faults,
      remarks, cells, match)
    select ${scope.organizationId}, ${run.import_id}, row_number, outcome, name, record_id, version, before, faults,
      remarks, cells, match
    from json_populate_recordset(null::import_row, ${JSON.stringify(rows)})`.execute(tx);
}
