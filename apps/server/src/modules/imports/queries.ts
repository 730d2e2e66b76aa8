import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { ImportKindName } from "@homeroom/contract/imports";
import type { ImportRowTable, ImportRunTable } from "@homeroom/database/import-tables";
import type { Selectable } from "kysely";
import { findRow, lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Mapping } from "./rules/mapping.ts";

export type ImportRun = Selectable<ImportRunTable>;
export type ImportRow = Selectable<ImportRowTable>;

/** The number of errors and kept records in a response; the error file has all. */
export const maxReported = 200;

/** A run by its id, whatever its author; `lock` keeps other processes from continuing it. */
export function findRun(tx: Tx, scope: Scope, importId: RecordId, lock?: "lock"): Promise<ImportRun | undefined> {
  return (lock ? lockRow : findRow)(tx, scope, "import_run", { import_id: importId });
}

/** The runs of one person that saved something or are running, newest first. */
export function recentRuns(
  tx: Tx,
  scope: Scope,
  of: { accountId: AccountId; kind: ImportKindName },
): Promise<ImportRun[]> {
  return tx
    .selectFrom("import_run")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", of.accountId)
    .where("kind", "=", of.kind)
    .where("dry_run", "=", false)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute();
}

/** The first rows of a run that were wrong. */
export function wrongRows(tx: Tx, scope: Scope, importId: RecordId, limit = maxReported): Promise<ImportRow[]> {
  return rowsOfRun(tx, scope, importId)
    .selectAll()
    .where("outcome", "=", "invalid")
    .orderBy("row_number")
    .limit(limit)
    .execute();
}

/** The first rows of a run that were saved differently from the file. */
export function remarkedRows(tx: Tx, scope: Scope, importId: RecordId): Promise<ImportRow[]> {
  return rowsOfRun(tx, scope, importId)
    .selectAll()
    .where("remarks", "is not", null)
    .orderBy("row_number")
    .limit(maxReported)
    .execute();
}

/** One page of the stored rows of a run, in the order of the file, and their number. */
export async function rowsOf(
  tx: Tx,
  scope: Scope,
  page: {
    importId: RecordId;
    outcome?: ImportRow["outcome"] | undefined;
    remarked?: boolean | undefined;
    pageNum: number;
    pageSize: number;
  },
): Promise<{ rows: ImportRow[]; total: number }> {
  let query = rowsOfRun(tx, scope, page.importId);
  if (page.outcome) query = query.where("outcome", "=", page.outcome);
  if (page.remarked) query = query.where("remarks", "is not", null);
  const counted = await query.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirst();
  const offset = (page.pageNum - 1) * page.pageSize;
  const rows = await query.selectAll().orderBy("row_number").limit(page.pageSize).offset(offset).execute();
  return { rows, total: Number(counted?.total ?? 0) };
}

/** The ids of all records that a run created, in the order of the file. */
export async function createdRecords(tx: Tx, scope: Scope, importId: RecordId): Promise<string[]> {
  const rows = await rowsOfRun(tx, scope, importId)
    .select("record_id")
    .where("outcome", "=", "created")
    .orderBy("row_number")
    .execute();
  return rows.flatMap((row) => row.record_id ?? []);
}

/** The first rows that an undo did not change. */
export function keptRows(tx: Tx, scope: Scope, importId: RecordId): Promise<ImportRow[]> {
  return rowsOfRun(tx, scope, importId)
    .selectAll()
    .where("undone", "in", ["changed", "used", "gone"])
    .orderBy("row_number")
    .limit(maxReported)
    .execute();
}

/** The last rows that are still to be undone. */
export function rowsToUndo(tx: Tx, scope: Scope, importId: RecordId, limit: number): Promise<ImportRow[]> {
  return rowsOfRun(tx, scope, importId)
    .selectAll()
    .where("outcome", "in", ["created", "updated"])
    .where("undone", "is", null)
    .orderBy("row_number", "desc")
    .limit(limit)
    .execute();
}

/** The last mapping of columns with these names. */
export async function rememberedMapping(
  tx: Tx,
  scope: Scope,
  of: { kind: ImportKindName; signature: string },
): Promise<Mapping | null> {
  const row = await findRow(tx, scope, "import_mapping", { kind: of.kind, signature: of.signature });
  return row?.mapping ?? null;
}

function rowsOfRun(tx: Tx, scope: Scope, importId: RecordId) {
  return tx
    .selectFrom("import_row")
    .where("organization_id", "=", scope.organizationId)
    .where("import_id", "=", importId);
}
