import type { LeadTable } from "@homeroom/database/schema";
import { sql, type Updateable } from "kysely";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitLeadChange } from "../../events.ts";
import type { Lead } from "../queries/load-lead.ts";
import { addHistory, assignment, type HistoryEntry } from "./lead-history.ts";

interface LeadChange {
  lead: Lead;
  columns: Updateable<LeadTable>;
  /** What the history says of it; an assignment to sales is added here. */
  entries: readonly Omit<HistoryEntry, "leadId" | "operatorId">[];
  /** Null: the product itself. */
  actor: Pick<Actor, "accountId"> | { accountId: null };
}

/** Writes columns of a locked lead as its next version, with its history and its event. */
export async function saveLead(tx: Tx, scope: Scope, { lead, columns, entries, actor }: LeadChange): Promise<void> {
  const leadId = lead.lead_id;
  const version = lead.version + 1;
  await tx
    .updateTable("lead")
    .set({ ...columns, updated_by: actor.accountId, updated_at: sql`now()`, version })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .execute();
  const { sales_id: salesId = lead.sales_id, tutor_id: tutorId = lead.tutor_id } = columns;
  const assigned = salesId === lead.sales_id ? [] : assignment(leadId, salesId, actor.accountId);
  const said = entries.map((entry) => ({ ...entry, leadId, operatorId: actor.accountId }));
  await addHistory(tx, scope, [...said, ...assigned]);
  const about = { leadId, branchId: lead.branch_id, salesId, tutorId, version };
  await emitLeadChange(tx, scope, about, { salesId: lead.sales_id, tutorId: lead.tutor_id });
}
