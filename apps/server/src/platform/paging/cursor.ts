import type { PageRequest } from "@homeroom/contract/paging";
import { AppError } from "#platform/errors/app-error";

/** The end of a page: the sort column's value and the id of its last row. */
export interface Cursor {
  value: string | null;
  id: string;
}

/** A cursor as an opaque text that callers send back. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString("base64url");
}

/** How many rows come before a page requested by number. A page with a cursor begins at the cursor. */
export function skippedOf({ pageNum, pageSize, cursor }: PageRequest): number {
  return cursor ? 0 : (pageNum - 1) * pageSize;
}

/** A page of rows, of which one more than the page size was read, and the cursor of the next page if there is one. */
export function cutPage<Row>(
  found: readonly Row[],
  pageSize: number,
  endOf: (last: Row) => Cursor,
): { rows: Row[]; nextCursor: string | null } {
  const rows = found.slice(0, pageSize);
  const last = found.length > pageSize ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? writeCursor(endOf(last)) : null };
}

/** The format of a cursor's value: PostgreSQL's text of the sort column's type. */
export type CursorKind = "moment" | "day" | "text";

/** Reads a cursor that a caller sent. Throws DATA_FORMAT_ERROR unless we made it for this kind of sort. */
export function readCursor(text: string, kind: CursorKind = "text"): Cursor {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (Array.isArray(parts) && parts.length === 2) {
      const [value, id] = parts as unknown[];
      const known = value === null || (typeof value === "string" && fits[kind](value));
      if (known && typeof id === "string" && uuid.test(id)) return { value, id };
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new AppError("DATA_FORMAT_ERROR");
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d){0,2}$/;

const fits: Record<CursorKind, (value: string) => boolean> = {
  text: () => true,
  day: isDay,
  moment: (value) => isDay(value.slice(0, 10)) && value[10] === " " && time.test(value.slice(11)),
};

function isDay(value: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) && value >= "0001-01-01";
}
