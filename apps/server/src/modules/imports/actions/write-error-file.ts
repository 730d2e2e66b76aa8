import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { fileById, inTemporaryPlace } from "#modules/files/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Download } from "#platform/http/download";
import { maxTableRows, type Table, workbookType } from "#platform/tables/read-table";
import { workbookStream } from "#platform/tables/write-workbook";
import { requireVisibleRun } from "../policy.ts";
import { findRun, wrongRows } from "../queries.ts";
import { fileWords } from "../rules/words.ts";
import { dialectOfRun } from "./import-slice.ts";
import type { Imports } from "./imports.ts";
import { withTable } from "./read-import-file.ts";

/** The wrong rows of an own import as a workbook, to be corrected and imported again. Throws NOT_FOUND. */
export async function writeErrorFile(
  { platform }: Imports,
  actor: Actor,
  { importId, language }: { importId: RecordId; language: Language },
): Promise<Download> {
  const scope = sharedScope(actor);
  const { run, file, reasons } = await inTransaction(platform.db, scope, async (tx) => {
    const found = requireVisibleRun(await findRun(tx, scope, importId), actor);
    const wrong = await wrongRows(tx, scope, importId, maxTableRows);
    const said = wrong.map(
      (row) => [row.row_number, row.faults?.map(({ message }) => message).join("；") ?? ""] as const,
    );
    return { run: found, file: await fileById(tx, scope, found.file_id), reasons: new Map(said) };
  });
  if (!file) throw new AppError("NOT_FOUND");
  return inTemporaryPlace(platform, async (path) => {
    await withTable(platform, file, dialectOfRun(run), async (table) => {
      const { errorSheet, row, reason } = fileWords;
      const columns = [...table.columns, row[language], reason[language]];
      const widths = columns.map((_, at) => (at === columns.length - 1 ? 40 : 16));
      const sheet = { name: errorSheet[language], columns, widths, rows: wrongOnly(table, reasons) };
      await pipeline(workbookStream([sheet]), createWriteStream(path, { mode: 0o600 }));
    });
    // The open file outlives its path, which is removed as soon as this returns.
    const body = createReadStream(path);
    await once(body, "open");
    const name = run.file_name.replace(/\.\w{1,5}$/, "");
    return { body, contentType: workbookType, fileName: `${name} - ${fileWords.errorSheet[language]}.xlsx` };
  });
}

async function* wrongOnly(table: Table, reasons: ReadonlyMap<number, string>): AsyncGenerator<string[]> {
  for await (const { number, cells } of table.rows) {
    const reason = reasons.get(number);
    if (reason !== undefined) yield [...cells, String(number), reason];
  }
}
