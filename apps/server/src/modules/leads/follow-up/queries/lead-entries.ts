import type { LeadId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import type { LeadNoteTable } from "@homeroom/database/schema";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";

/** Entries are counted up to this number; no lead has as many. */
const maxCounted = 10_000;

interface Paging extends PageRequest {
  leadId: LeadId;
}

export type Note = Selectable<LeadNoteTable>;

/** A lead's history, newest first, with the operators' ids: of the given kinds of action, or of all. */
export function listHistory(tx: Tx, scope: Scope, paging: Paging & { actionType?: readonly number[] | undefined }) {
  const kinds = paging.actionType;
  const only = kinds?.length ? sql<SqlBool>`action_type = any(${sql.val([...kinds])}::int[])` : sql<SqlBool>`true`;
  return pageOfLead<Row>(tx, scope, { ...paging, table: "lead_log", id: "log_id", only });
}

/** A lead's notes without withdrawn ones, newest first. */
export function listNotes(tx: Tx, scope: Scope, paging: Paging) {
  const only = sql<SqlBool>`deleted_at is null`;
  return pageOfLead<Row & Note>(tx, scope, { ...paging, table: "lead_note", id: "note_id", only });
}

interface Row {
  id: string;
  created_at: Date;
  [column: string]: unknown;
}

/** One page of a table's rows of one lead; the caller has checked that the lead is visible. */
async function pageOfLead<Found extends Row>(
  tx: Tx,
  scope: Scope,
  page: Paging & { table: string; id: string; only: RawBuilder<SqlBool> },
) {
  const [table, id] = [sql.table(page.table), sql.ref(page.id)];
  const belongs = sql`organization_id = ${scope.organizationId} and lead_id = ${page.leadId} and ${page.only}`;
  const after = afterNewest(page.cursor, "created_at", page.id);
  const found = await sql<Found & { sort_text: string }>`
    select *, ${id} as id, created_at::text as sort_text from ${table} where ${belongs} and ${after}
    order by created_at desc, ${id} desc
    limit ${page.pageSize + 1} offset ${skippedOf(page)}`.execute(tx);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${table} where ${belongs} limit ${maxCounted}) as rows`.execute(tx);
  const { rows, nextCursor } = cutPage(found.rows, page.pageSize, (last) => ({ value: last.sort_text, id: last.id }));
  return { rows, total: counted.rows[0]?.count ?? 0, nextCursor };
}
