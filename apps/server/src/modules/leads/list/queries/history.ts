import type { AccountId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { LogFilters } from "@homeroom/contract/lead-desk";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";
import { type Total, totalOfRows } from "#platform/paging/total";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { inBranchDays, leadsMatching } from "./lead-conditions.ts";

/** A history row with the lead that it belongs to. */
export interface HistoryRow {
  id: RecordId;
  lead_id: LeadId;
  nickname: string;
  action_type: number;
  content: string;
  details: Record<string, unknown>;
  operator_id: AccountId | null;
  created_at: Date;
}

export interface HistoryPage extends Total {
  rows: HistoryRow[];
  nextCursor: string | null;
}

/** A page of the history of visible leads, newest first. */
export async function historyOfLeads(tx: Tx, scope: Scope, request: LogFilters): Promise<HistoryPage> {
  const { pageSize } = request;
  const source = sql`lead_log log join ${organizationLeads} using (organization_id, lead_id) where ${conditions(scope, request)}`;
  const after = afterNewest(request.cursor, "log.created_at", "log.log_id");
  const found = await sql<HistoryRow & { sort_text: string }>`
    select log.log_id as id, lead_id, lead.nickname, log.action_type, log.content, log.details, log.operator_id,
      log.created_at, log.created_at::text as sort_text
    from ${source} and ${after} order by log.created_at desc, log.log_id desc
    limit ${pageSize + 1} offset ${skippedOf(request)}`.execute(tx);
  const { rows, nextCursor } = cutPage(found.rows, pageSize, (last) => ({ value: last.sort_text, id: last.id }));
  return { rows, nextCursor, ...(await totalOfRows(tx, source)) };
}

function conditions(scope: Scope, request: LogFilters): RawBuilder<SqlBool> {
  const { leadId, actionType, operator, startTime, endTime, keywords, branchID, sales, tutor } = request;
  const leads = leadsMatching(scope, { keywords, branchID, sales, tutor, ...(leadId && { leadIds: [leadId] }) });
  // Repeated for the history table, whose indexes begin with this column.
  const parts = [leads, sql<SqlBool>`log.organization_id = ${scope.organizationId}`];
  if (leadId) parts.push(sql<SqlBool>`log.lead_id = ${leadId}`);
  if (actionType?.length) parts.push(sql<SqlBool>`log.action_type = any(${sql.val([...actionType])}::int[])`);
  if (operator) parts.push(sql<SqlBool>`log.operator_id = ${operator}`);
  parts.push(...inBranchDays(sql`log.created_at`, { from: startTime, to: endTime }));
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}
