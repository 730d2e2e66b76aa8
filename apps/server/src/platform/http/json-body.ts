import { isUtf8 } from "node:buffer";
import { AppError } from "#platform/errors/app-error";

/** Deeper values than any request has; recursive schemas would otherwise exhaust the stack. */
const deepest = 64;

/** Text of a body; throws DATA_FORMAT_ERROR for bytes that are not UTF-8. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new AppError("DATA_FORMAT_ERROR");
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

/** A JSON body; an empty one counts as an empty object. Throws DATA_FORMAT_ERROR. */
export function parseJson(bytes: Buffer): unknown {
  const text = decodeText(bytes);
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("DATA_FORMAT_ERROR", {}, { cause });
  }
}

/**
 * Refuses what no field can take: nesting without end, and texts that PostgreSQL cannot store (NUL, half a surrogate
 * pair). Keys that would change a prototype are taken out.
 */
export function refuseHostileValues(value: unknown, path: string[] = []): void {
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed()) throw unstorable(path);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (path.length >= deepest) throw new AppError("DATA_FORMAT_ERROR");
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  for (const [key, inner] of Object.entries(value)) {
    if (key.includes("\0") || !key.isWellFormed()) throw unstorable(path);
    path.push(key);
    refuseHostileValues(inner, path);
    path.pop();
  }
}

function unstorable(path: readonly string[]): AppError {
  return new AppError("FIELD_INVALID", {}, { fields: [{ field: path.join("."), name: "FIELD_INVALID" }] });
}
