import type { FileId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { fileById, type StoredFile } from "#modules/files/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { openTable, type Table, type TableFormat } from "#platform/tables/read-table";
import type { ImportKind } from "../port.ts";
import { rememberedMapping } from "../queries.ts";
import { findHeading, fittingMapping, proposeMapping, signatureOf } from "../rules/mapping.ts";

/** The dialect of a text table, if people chose one. */
export type Dialect = Omit<TableFormat, "contentType">;

/** A dialect in the form of the calls. */
export function dialectOf(
  given: Pick<Dialect, "encoding" | "delimiter"> & { headingRow?: number | undefined },
): Dialect {
  const { encoding, delimiter, headingRow: heading } = given;
  return { encoding, delimiter, heading };
}

/** A preview of a stored table, before it is imported. */
export interface ImportPreview {
  readonly file: StoredFile;
  readonly table: Pick<Table, "columns" | "encoding" | "delimiter" | "headingRow">;
  /** The columns that have a name or a cell, by position. */
  readonly used: readonly number[];
  readonly rowCount: number;
  readonly preview: readonly (readonly string[])[];
  readonly mapping: Readonly<Record<string, string>>;
  readonly remembered: boolean;
  readonly kind: ImportKind;
  readonly language: Language;
}

const shownRows = 5;

/** Reads a stored table once: its columns, its first rows, their number, and the likely fields of the columns. */
export async function readImportFile(
  platform: Platform,
  actor: Actor,
  given: { fileId: FileId; kind: ImportKind; language: Language; dialect: Dialect },
): Promise<ImportPreview> {
  const { kind, language } = given;
  const scope = sharedScope(actor);
  const file = await ownFile(platform, actor, given.fileId);
  const heading = given.dialect.heading ?? ((rows) => findHeading(rows, kind.fields));
  const read = await withTable(platform, file, { ...given.dialect, heading }, beginningOfTable);
  if (read.rowCount === 0) throw new AppError("IMPORT_FILE_EMPTY");
  const { columns } = read.table;
  const kept = await inTransaction(platform.db, scope, (tx) =>
    rememberedMapping(tx, scope, { kind: kind.name, signature: signatureOf(columns) }),
  );
  const mapping = kept ? fittingMapping(kept, columns, kind.fields) : proposeMapping(columns, kind.fields);
  return { ...read, file, kind, language, mapping, remembered: kept !== null };
}

async function beginningOfTable(table: Table) {
  const preview: (readonly string[])[] = [];
  const filled = table.columns.map((name) => !/^#\d+$/.test(name));
  let rowCount = 0;
  for await (const { cells } of table.rows) {
    rowCount += 1;
    if (preview.length < shownRows) preview.push(cells);
    for (const [at, cell] of cells.entries()) if (cell !== "") filled[at] = true;
  }
  const used = [...filled.keys()].filter((at) => filled[at]);
  return { table, preview, rowCount, used };
}

/** A file that this person uploaded. Throws NOT_FOUND for any other. */
export async function ownFile(platform: Platform, actor: Actor, fileId: FileId): Promise<StoredFile> {
  const scope = sharedScope(actor);
  const file = await inTransaction(platform.db, scope, (tx) => fileById(tx, scope, fileId));
  if (!file?.storage_key || file.created_by !== actor.accountId) throw new AppError("NOT_FOUND");
  return file;
}

/** Opens a stored table for `work`, and closes it afterwards, however far it was read. */
export function withTable<Result>(
  platform: Platform,
  file: Pick<StoredFile, "storage_key" | "content_type">,
  dialect: Dialect,
  work: (table: Table) => Promise<Result>,
): Promise<Result> {
  if (!file.storage_key) throw new AppError("NOT_FOUND");
  return platform.files.withPath(file.storage_key, async (path) => {
    const table = await openTable(path, { contentType: file.content_type, ...dialect });
    try {
      return await work(table);
    } finally {
      await table.close();
    }
  });
}
