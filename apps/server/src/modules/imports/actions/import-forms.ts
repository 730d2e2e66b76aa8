import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { LeadImportOptions, type LeadRowsImport } from "@homeroom/contract/imports";
import type { Language } from "@homeroom/contract/language";
import { inTemporaryPlace } from "#modules/files/public";
import type { Actor } from "#platform/auth/actor";
import { csvStream } from "#platform/tables/write-csv";
import type { ImportRun } from "../queries.ts";
import { type Imports, kindFor } from "./imports.ts";
import { startImport } from "./start-import.ts";
import { storeImportFile } from "./store-import-file.ts";

/**
 * Imports leads sent as forms. They are stored as a table of their fields, so that they can be undone, looked up and
 * repeated like any other import.
 */
export async function importForms(
  imports: Imports,
  actor: Actor,
  { form, language }: { form: LeadRowsImport; language: Language },
): Promise<ImportRun> {
  const { fields } = kindFor(imports, "lead", actor);
  const columns = fields.map(({ field }) => field);
  const rows = form.leads.map((lead, at) => {
    const cells = formCells(lead);
    return [String(at + 1), ...columns.map((column) => cells[column] ?? "")];
  });
  const fileId = await inTemporaryPlace(imports.platform, async (path) => {
    await pipeline(csvStream([placeColumn, ...columns], rows), createWriteStream(path, { mode: 0o600 }));
    const { size } = await stat(path);
    const upload = {
      path,
      size,
      fileName: "ImportLeadInfo.csv",
      contentType: "text/csv",
      extension: "csv",
      kind: "table" as const,
    };
    return storeImportFile(imports.platform, actor, { upload, dialect: { encoding: "utf-8", delimiter: "," } });
  });
  return startImport(imports, actor, {
    kind: "lead",
    fileId,
    mapping: Object.fromEntries(columns.map((column) => [column, column])),
    branchId: form.branchID ?? actor.branchId,
    options: { ...LeadImportOptions.parse(form), forms: true },
    dialect: { encoding: "utf-8", delimiter: ",", heading: 1 },
    dryRun: form.dryRun,
    taskId: form.taskID,
    language,
  });
}

/** Numbers the forms, so that an empty form is a row too: empty rows of a table are skipped. */
const placeColumn = "#";

/** A form's fields as cells: lists with commas, nested fields under both names (`contact1Phone`). */
function formCells(form: Readonly<Record<string, unknown>>): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [field, value] of Object.entries(form)) {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value)) {
        cells[`${field}${name.charAt(0).toUpperCase()}${name.slice(1)}`] = textOf(inner);
      }
    } else cells[field] = textOf(value);
  }
  return cells;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
