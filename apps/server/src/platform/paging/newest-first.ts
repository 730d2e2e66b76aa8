import type { PageRequest } from "@homeroom/contract/paging";
import { type SelectQueryBuilder, sql } from "kysely";
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
  const after = cursor ? readCursor(cursor, "moment") : null;
  const rest = after
    ? matching.where(sql<boolean>`(created_at, ${sql.ref(id)}) < (${after.value}::timestamptz, ${after.id}::uuid)`)
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
