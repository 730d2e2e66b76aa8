import type { AccountId, BranchId, LeadId } from "@homeroom/contract/ids";
import { leadTypes } from "@homeroom/contract/leads";
import type { LeadTable } from "@homeroom/database/schema";
import { sql, type Updateable } from "kysely";
import { organizationScope, type Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitLeadChange } from "../events.ts";
import { type Lead, lockLead } from "../queries/load-lead.ts";
import { isRepeat } from "../rules/lead-rules.ts";
import { addHistory } from "./add-history.ts";

/** GPT is switched on, off, or was paused by a message of staff (shown as off). */
export const gptStatus = { off: 0, on: 1, paused: 2 } as const;

export interface TalkingLead {
  branchId: BranchId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
  gptStatus: number;
}

/**
 * A customer has written: last contact moves on, and after 14 days of silence the lead becomes a repeat one, which its
 * history says. Holds the lead's lock until the transaction ends.
 */
export async function noteCustomerMessage(
  tx: Tx,
  scope: Scope,
  { leadId, at }: { leadId: LeadId; at: Date },
): Promise<TalkingLead> {
  const lead = await lockLead(tx, organizationScope(scope.organizationId), leadId);
  const repeat = isRepeat(lead.last_contact_at, at);
  if (repeat) {
    await addHistory(tx, scope, [{ leadId, action: "repeatLead", operatorId: null }]);
    await touch(tx, scope, lead, {
      last_contact_at: at,
      lead_type: leadTypes.repeat,
      revisit_count: lead.revisit_count + 1,
      lead_count: lead.lead_count + 1,
    });
  } else if (lead.last_contact_at === null || lead.last_contact_at < at) {
    await setColumns(tx, scope, lead, { last_contact_at: at });
  }
  return talkingLead(lead, lead.gpt_status);
}

/** Staff have written: last contact moves on and GPT is paused for this customer, in the same transaction. */
export async function noteStaffMessage(
  tx: Tx,
  scope: Scope,
  { leadId, at }: { leadId: LeadId; at: Date },
): Promise<TalkingLead> {
  const lead = await lockLead(tx, organizationScope(scope.organizationId), leadId);
  const pauses = lead.gpt_status === gptStatus.on;
  const last_contact_at = lead.last_contact_at && lead.last_contact_at > at ? lead.last_contact_at : at;
  if (pauses) await touch(tx, scope, lead, { last_contact_at, gpt_status: gptStatus.paused });
  else await setColumns(tx, scope, lead, { last_contact_at });
  return talkingLead(lead, pauses ? gptStatus.paused : lead.gpt_status);
}

function talkingLead(lead: Lead, status: number): TalkingLead {
  return { branchId: lead.branch_id, salesId: lead.sales_id, tutorId: lead.tutor_id, gptStatus: status };
}

/** A change that people looking at the lead are told of. */
async function touch(tx: Tx, scope: Scope, lead: Lead, columns: Updateable<LeadTable>): Promise<void> {
  const version = lead.version + 1;
  await setColumns(tx, scope, lead, { ...columns, version });
  const holders = { salesId: lead.sales_id, tutorId: lead.tutor_id };
  await emitLeadChange(tx, scope, { leadId: lead.lead_id, branchId: lead.branch_id, ...holders, version }, holders);
}

// Last contact alone is not a new version: a form that is open on the lead stays valid while its customer writes.
async function setColumns(tx: Tx, scope: Scope, lead: Lead, columns: Updateable<LeadTable>): Promise<void> {
  await tx
    .updateTable("lead")
    .set({ ...columns, updated_at: sql`now()` })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", lead.lead_id)
    .execute();
}
