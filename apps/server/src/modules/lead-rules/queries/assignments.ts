import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import { type AssignmentKind, type AssignmentRule, shownAssignments } from "@homeroom/contract/lead-rules";
import type { AssignmentReason } from "@homeroom/database/lead-rule-tables";
import { type RawBuilder, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A stored decision. */
export interface FoundAssignment {
  assignmentId: RecordId;
  leadId: LeadId;
  leadName: string;
  ruleId: RecordId | null;
  salesId: AccountId | null;
  kind: AssignmentKind;
  repeat: boolean;
  way: AssignmentRule | null;
  reason: AssignmentReason;
  createdAt: Date;
}

/** The last decisions about leads within the scope: about one lead, of a rule, or of a branch's rules and turns. */
export function lastAssignments(
  tx: Tx,
  scope: Scope,
  of: { leadId: LeadId } | { ruleId: RecordId } | { branchId: BranchId },
): Promise<FoundAssignment[]> {
  if ("leadId" in of) return lastOf(tx, scope, sql`t.lead_id = ${of.leadId}`);
  return lastOf(tx, scope, "ruleId" in of ? sql`t.rule_id = ${of.ruleId}` : sql`t.branch_id = ${of.branchId}`);
}

async function lastOf(tx: Tx, scope: Scope, which: RawBuilder<unknown>): Promise<FoundAssignment[]> {
  const found = await sql<FoundAssignment>`
    select t.assignment_id as "assignmentId", t.lead_id as "leadId", l.nickname as "leadName", t.rule_id as "ruleId",
      t.sales_id as "salesId", t.kind, t.repeat, t.way, t.reason, t.created_at as "createdAt"
    from lead_assignment t
    join assignable_lead l on l.organization_id = t.organization_id and l.lead_id = t.lead_id
    where t.organization_id = ${scope.organizationId} and ${which} and ${visibleRows(scope, "l")}
    order by t.assignment_id desc limit ${shownAssignments}`.execute(tx);
  return found.rows;
}
