import { readFile } from "node:fs/promises";
import { planLimits } from "@homeroom/contract/broadcast-plans";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import { detectEncoding } from "#platform/tables/text-encoding";
import { readNumbers } from "../rules/plan-rules.ts";

/** Bad lines named at most. */
const maxErrors = 200;

/** Reads an uploaded text file; nothing is stored. Throws WRONG_FILE_FORMAT for a workbook, and for more numbers than one plan takes. */
export async function importNumbers(upload: Upload) {
  if (upload.extension === "xlsx") throw new AppError("WRONG_FILE_FORMAT");
  const bytes = await readFile(upload.path);
  const text = new TextDecoder(await detectEncoding(upload.path)).decode(bytes);
  const { numbers, duplicates, errors } = readNumbers(text);
  if (numbers.length > planLimits.numbers) throw new AppError("PLAN_TOO_MANY_NUMBERS");
  return {
    validCount: numbers.length,
    invalidCount: errors.length,
    duplicateCount: duplicates,
    numbers,
    errors: errors.slice(0, maxErrors),
  };
}
