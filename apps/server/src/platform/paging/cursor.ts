import { AppError } from "#platform/errors/app-error";

/** Where a page ended: the sort column's value and the id of its last row. */
export interface Cursor {
  value: string | null;
  id: string;
}

/** A cursor as the text that callers hand back unread. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString("base64url");
}

/** Reads a cursor that came back. Throws DATA_FORMAT_ERROR for anything that we did not write. */
export function readCursor(text: string): Cursor {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (Array.isArray(parts) && parts.length === 2) {
      const [value, id] = parts as unknown[];
      const known = value === null || typeof value === "string";
      if (known && typeof id === "string" && /^[0-9a-f-]{36}$/.test(id)) return { value: value as string | null, id };
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new AppError("DATA_FORMAT_ERROR");
}
