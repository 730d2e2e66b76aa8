import type { AccountId, LeadId, RecordId } from "@homeroom/contract/ids";
import { type LeadAction, leadActions } from "@homeroom/contract/leads";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export interface HistoryEntry {
  leadId: LeadId;
  action: keyof typeof leadActions;
  /** Who did it; null when the product itself did. */
  operatorId: AccountId | null;
  content?: string;
  details?: Record<string, unknown>;
  at?: Date;
  /** Proposed by the caller for an entry that may be sent again. */
  logId?: RecordId;
}

/** Adds to a lead's history, in the transaction of what happened. */
export async function addHistory(tx: Tx, scope: Scope, entries: readonly HistoryEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    organization_id: scope.organizationId,
    log_id: entry.logId ?? (v7() as RecordId),
    lead_id: entry.leadId,
    action_type: leadActions[entry.action] satisfies LeadAction,
    content: entry.content ?? "",
    details: JSON.stringify(entry.details ?? {}),
    operator_id: entry.operatorId,
    ...(entry.at && { created_at: entry.at }),
  }));
  await tx.insertInto("lead_log").values(rows).execute();
}

/** The history entry of an assignment to sales; none if the lead has no owner. */
export function assignment(leadId: LeadId, salesId: AccountId | null, operatorId: AccountId | null): HistoryEntry[] {
  return salesId ? [{ leadId, action: "salesAssigned", operatorId, details: { salesId } }] : [];
}
