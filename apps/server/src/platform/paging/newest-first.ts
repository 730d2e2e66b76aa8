import type { PageRequest } from "@homeroom/contract/paging";
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { AppError } from "#platform/errors/app-error";
import { cutPage, readCursor } from "./cursor.ts";

/**
 * A page of the rows that a query selects, the newest first, and how many there are. `id` names the column that orders rows
 * of the same moment. Throws DATA_FORMAT_ERROR for a cursor that is not ours.
 */
export async function newestFirst<DB, Table extends keyof DB, Row, Id extends string & keyof Row>(
  matching: SelectQueryBuilder<DB, Table, Row>,
  { pageNum, pageSize, cursor }: PageRequest,
  id: Id,
): Promise<{ rows: Row[]; total: number; nextCursor: string | null }> {
  const rest = cursor
    ? matching.where(afterNewest(cursor, "created_at", id))
    : matching.offset((pageNum - 1) * pageSize);
  const found = (await rest
    .select(sql<string>`created_at::text`.as("moment"))
    .orderBy(sql.ref("created_at"), "desc")
    .orderBy(sql.ref(id), "desc")
    .limit(pageSize + 1)
    .execute()) as (Row & { moment: string })[];
  const counted = (await matching.clearSelect().select(sql<number>`count(*)::int`.as("total")).executeTakeFirst()) as
    | { total: number }
    | undefined;
  const page = cutPage(found, pageSize, (last) => ({ value: last.moment, id: String(last[id]) }));
  return { ...page, total: counted?.total ?? 0 };
}

/**
 * The condition that a row comes after a cursor, newest first; `moment` and `id` name the columns of that order. Without a
 * cursor every row matches. Throws DATA_FORMAT_ERROR for a cursor that is not ours.
 */
export function afterNewest(cursor: string | undefined, moment: string, id: string): RawBuilder<SqlBool> {
  if (!cursor) return sql<SqlBool>`true`;
  const last = readCursor(cursor, "moment");
  if (last.value === null) throw new AppError("DATA_FORMAT_ERROR");
  return sql<SqlBool>`(${sql.ref(moment)}, ${sql.ref(id)}) < (${last.value}::timestamptz, ${last.id}::uuid)`;
}
