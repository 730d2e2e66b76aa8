import type { Language } from "@homeroom/contract/language";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Download } from "#platform/http/download";
import { workbookType } from "#platform/tables/read-table";
import { csvStream, csvType } from "#platform/tables/write-csv";
import { workbookStream } from "#platform/tables/write-workbook";
import { fileWords } from "../rules/words.ts";
import { type Imports, kindFor } from "./imports.ts";

/** A workbook, or a CSV, to fill in: the columns of a kind with samples, and a second sheet that explains each column. */
export async function writeTemplate(
  imports: Imports,
  actor: Actor,
  { name, language, format }: { name: string; language: Language; format: "xlsx" | "csv" },
): Promise<Download> {
  const kind = kindFor(imports, name, actor);
  const scope = sharedScope(actor);
  const template = await inTransaction(imports.platform.db, scope, (tx) =>
    kind.template(tx, { actor, scope, language }),
  );
  const columns = kind.fields.map(({ labels }) => labels[language]);
  const rows = template.samples.map((sample) => kind.fields.map(({ field }) => sample[field] ?? ""));
  if (format === "csv") {
    const fileName = template.fileName.replace(/\.xlsx$/, ".csv");
    return { body: csvStream(columns, rows), contentType: csvType, fileName };
  }
  const words = (key: keyof typeof fileWords) => fileWords[key][language];
  const choices = new Map(kind.fields.map(({ field }, at) => [at, template.choices[field] ?? []] as const));
  const data = {
    name: words("dataSheet"),
    columns,
    choices,
    rows,
  };
  const notes = {
    name: words("notesSheet"),
    columns: [words("field"), words("required"), words("note")],
    widths: [20, 10, 80],
    rows: kind.fields.map((one) => [
      one.labels[language],
      one.required ? words("yes") : "",
      template.notes[one.field] ?? "",
    ]),
  };
  return { body: workbookStream([data, notes]), contentType: workbookType, fileName: template.fileName };
}
