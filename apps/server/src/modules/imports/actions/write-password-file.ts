import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Download } from "#platform/http/download";
import { csvStream, csvType } from "#platform/tables/write-csv";
import { createdRecords, findRun, type ImportRun } from "../queries.ts";
import { fileWords } from "../rules/words.ts";
import { type Imports, kindFor } from "./imports.ts";

const hoursToHandOut = 72;

/** With more people than this, they set their passwords by "forgot password". */
const maxPasswords = 2000;

/**
 * The random initial passwords of the people created by an own import, for 72 hours after it. Throws NOT_FOUND
 * for another person's import, and if there is nothing to hand out.
 */
export async function writePasswordFile(
  imports: Imports,
  actor: Actor,
  { importId, language }: { importId: RecordId; language: Language },
): Promise<Download> {
  const scope = sharedScope(actor);
  const { run, ids } = await inTransaction(imports.platform.db, scope, async (tx) => {
    const found = await findRun(tx, scope, importId);
    if (!found || !mayHandOut(found, actor)) throw new AppError("NOT_FOUND");
    return { run: found, ids: await recordsWithPasswords(tx, actor, found) };
  });
  const { passwords } = kindFor(imports, run.kind, actor);
  const rows = await passwords?.handOut(actor, { subject: { id: importId, name: run.file_name }, ids });
  if (!rows?.length) throw new AppError("NOT_FOUND");
  const words = (key: "nickname" | "email" | "staffID" | "password") => fileWords[key][language];
  const columns = [words("nickname"), words("email"), words("staffID"), words("password")];
  const lines = rows.map(({ nickname, email, staffID, password }) => [nickname, email, staffID, password]);
  const name = run.file_name.replace(/\.\w{1,5}$/, "");
  return {
    body: csvStream(columns, lines),
    contentType: csvType,
    fileName: `${name} - ${fileWords.password[language]}.csv`,
  };
}

/** Whether the actor can download a run's random passwords now, if there are any. */
export function mayHandOut(
  { account_id, state, dry_run, created_count, finished_at }: ImportRun,
  actor: Actor,
): boolean {
  if (account_id !== actor.accountId || state !== "done" || dry_run || created_count === 0) return false;
  return finished_at !== null && Date.now() - finished_at.getTime() < hoursToHandOut * 3_600_000;
}

/** The records of a run that get passwords. */
export async function recordsWithPasswords(tx: Tx, actor: Actor, run: ImportRun): Promise<string[]> {
  return (await createdRecords(tx, sharedScope(actor), run.import_id)).slice(0, maxPasswords);
}
