import { isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import { RoleId } from "@homeroom/contract/ids";
import { type ImportedRow, type ImportTask, LeadImportOptions, type ReadTable } from "@homeroom/contract/imports";
import type { Language } from "@homeroom/contract/language";
import { z } from "zod";
import { fileAddress } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { ImportPreview } from "./actions/read-import-file.ts";
import { type ImportRow, type ImportRun, keptRows, maxReported, remarkedRows, wrongRows } from "./queries.ts";
import { mayUndo } from "./rules/undo.ts";
import { keptReasons, rowMessage } from "./rules/words.ts";

/** The preview of a stored table before its import. */
export function presentTable(platform: Platform, beginning: ImportPreview): ReadTable {
  const { file, table, kind, language } = beginning;
  return {
    fileID: file.file_id,
    name: file.name,
    url: fileAddress(platform, file) ?? "",
    size: file.size,
    contentType: file.content_type,
    rowCount: beginning.rowCount,
    columns: beginning.used.map((at) => table.columns[at] ?? ""),
    preview: beginning.preview.map((row) => beginning.used.map((at) => row[at] ?? "")),
    encoding: table.encoding,
    delimiter: table.delimiter,
    headingRow: table.headingRow,
    mapping: { ...beginning.mapping },
    remembered: beginning.remembered,
    fields: kind.fields.map(({ field, labels, required = false, instead = [], many }) => ({
      field,
      label: labels[language],
      required,
      instead: [...instead],
      many: many !== undefined,
    })),
  };
}

/** The progress of a run, with its first faults. */
export async function presentTask(
  tx: Tx,
  scope: Scope,
  { run, language }: { run: ImportRun; language: Language },
): Promise<ImportTask> {
  const wrong = run.invalid_count > 0 ? await wrongRows(tx, scope, run.import_id) : [];
  const remarked = run.remark_count > 0 ? await remarkedRows(tx, scope, run.import_id) : [];
  const kept = run.kept_count > 0 ? await keptRows(tx, scope, run.import_id) : [];
  const errors = wrong.flatMap((row) => faultsOf(row, run)).slice(0, maxReported);
  const problem = run.problem !== "" && isErrorName(run.problem) ? [messageOf(run.problem, language)] : [];
  const said = errors.map(({ row, message }) =>
    rowMessage[language].replace("{row}", String(row)).replace("{message}", () => message),
  );
  return {
    ...summaryOf(run),
    messageList: [...problem, ...said],
    errors,
    remarks: remarked.flatMap((row) => remarksOf(row, run)).slice(0, maxReported),
    kept: kept.map((row) => ({
      row: shownNumber(row, run),
      name: row.name,
      reason: row.undone && row.undone !== "undone" ? keptReasons[row.undone][language] : "",
    })),
  };
}

/** A run in a list, without its rows. */
export function summaryOf(run: ImportRun): ImportTask {
  const { roleIds, skipDuplicates, updateExisting, invite } = run.options;
  return {
    taskID: run.import_id,
    kind: run.kind,
    fileName: run.file_name,
    state: run.state,
    dryRun: run.dry_run,
    total: run.total,
    processed: run.processed,
    createdCount: run.created_count,
    updatedCount: run.updated_count,
    skippedCount: run.skipped_count,
    validCount: run.created_count + run.updated_count + run.skipped_count,
    invalidCount: run.invalid_count,
    messageList: [],
    errors: [],
    remarkCount: run.remark_count,
    remarks: [],
    canUndo: mayUndo(run, new Date()),
    undoneCount: run.undone_count,
    kept: [],
    order: {
      fileID: run.file_id,
      branchID: run.branch_id,
      mapping: run.mapping,
      encoding: run.encoding,
      delimiter: run.delimiter,
      headingRow: run.heading_row,
      fixes: run.fixes,
      lead: run.kind === "lead" ? LeadImportOptions.parse(run.options) : null,
      roleIds: z.array(RoleId).catch([]).parse(roleIds),
      skipDuplicates: skipDuplicates === true,
      updateExisting: updateExisting === true,
      invite: invite === true,
    },
    creator: run.actor.nickname,
    createTime: run.created_at.toISOString(),
    finishTime: run.finished_at?.toISOString() ?? null,
    initialPassword: null,
    hasPasswords: false,
  };
}

/** The stored part of a row of a run. */
export function presentRow(row: ImportRow, run: ImportRun): ImportedRow {
  return {
    row: shownNumber(row, run),
    outcome: row.outcome,
    name: row.name,
    cells: row.cells ?? {},
    match: row.match,
    errors: faultsOf(row, run).map(({ field, column, name, message }) => ({ field, column, name, message })),
    remarks: remarksOf(row, run).map(({ field, column, message }) => ({ field, column, message })),
  };
}

function faultsOf(row: ImportRow, run: ImportRun): ImportTask["errors"] {
  const number = shownNumber(row, run);
  return (row.faults ?? []).map((fault) => ({ ...fault, row: number, column: columnOf(fault.field, run) }));
}

function remarksOf(row: ImportRow, run: ImportRun): ImportTask["remarks"] {
  const number = shownNumber(row, run);
  return (row.remarks ?? []).map((remark) => ({ ...remark, row: number, column: columnOf(remark.field, run) }));
}

/** Forms sent in a call have no heading row. */
function shownNumber(row: ImportRow, run: ImportRun): number {
  return run.options["forms"] === true ? row.row_number - 1 : row.row_number;
}

function columnOf(field: string, run: ImportRun): string {
  return Object.keys(run.mapping).find((column) => run.mapping[column] === field) ?? "";
}
