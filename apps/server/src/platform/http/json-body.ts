import { isUtf8 } from "node:buffer";
import { AppError } from "#platform/errors/app-error";

/** The text of a body; throws DATA_FORMAT_ERROR for bytes that are not UTF-8. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new AppError("DATA_FORMAT_ERROR");
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

/** A JSON body; no body at all counts as an empty object. Throws DATA_FORMAT_ERROR. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  const text = decodeText(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("DATA_FORMAT_ERROR", {}, { cause });
  }
}

/**
 * Refuses texts that PostgreSQL cannot store (NUL, a lone surrogate) and names their field. Removes keys that
 * would change a prototype. Depth is limited before parsing (body-limits.ts).
 */
export function refuseHostileValues(value: unknown): void {
  const path = findUnstorable(value);
  if (!path) return;
  const field = path.toReversed().join(".");
  throw new AppError("FIELD_INVALID", {}, { fields: [{ field, name: "FIELD_INVALID" }] });
}

/** The path of the first text that cannot be stored, innermost step first. It is only built if there is such a text. */
function findUnstorable(value: unknown): string[] | null {
  if (typeof value === "string") return isStorable(value) ? null : [];
  if (typeof value !== "object" || value === null) return null;
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (!isStorable(key)) return [];
    const path = findUnstorable((value as Record<string, unknown>)[key]);
    if (path) {
      path.push(key);
      return path;
    }
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
