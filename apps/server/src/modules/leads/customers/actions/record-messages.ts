import type { AccountId, LeadId } from "@homeroom/contract/ids";
import { leadTypes } from "@homeroom/contract/leads";
import type { LeadTable } from "@homeroom/database/schema";
import { sql, type Updateable } from "kysely";
import { chatRulesOf } from "#modules/chat-settings/public";
import { assignLeads } from "#modules/lead-rules/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitLeadChange } from "../../events.ts";
import type { HeldLead } from "../../policy.ts";
import { type Lead, lockLead } from "../../record/queries/load-lead.ts";
import { isRepeat, mayBeRepeat } from "../../record/rules/lead-rules.ts";
import { addHistory, assignment } from "../../record/writes/save-lead.ts";
import { lockLeadOfCustomer } from "./lead-of-customer.ts";

/** GPT is switched on, off, or was paused by a message of staff (shown as off). */
export const gptStatus = { off: 0, on: 1, paused: 2 } as const;

/**
 * Messages of a customer within a minute are one contact: a lead has some thirty index entries, and updating its last contact
 * writes all of them.
 */
const sameContactMs = 60_000;

/** Whether a message at `at` is a new contact and not part of the last one. */
export function isNewContact(lastAt: Date | null, at: Date): boolean {
  return lastAt === null || at.getTime() - lastAt.getTime() >= sameContactMs;
}

/** Differs from the given lead if the customer has moved to another lead. */
export interface TalkingLead extends HeldLead {
  gptStatus: number;
}

/**
 * A customer has written: updates the last contact. After the branch's days of silence the lead becomes a repeat one, with a
 * history entry. A deleted lead is restored. Holds the lead's lock until the transaction ends.
 */
export async function recordCustomerMessage(
  tx: Tx,
  scope: Scope,
  { leadId: contactsLead, at }: { leadId: LeadId; at: Date },
): Promise<TalkingLead> {
  const lead = await lockLeadOfCustomer(tx, organizationScope(scope.organizationId), contactsLead);
  const leadId = lead.lead_id;
  if (await comesAgain(tx, scope, lead, at)) {
    const salesId = await holderOfRepeat(tx, scope, lead, at);
    const changed = salesId === lead.sales_id ? null : salesId;
    await addHistory(tx, scope, [
      { leadId, action: "repeatLead", operatorId: null },
      ...assignment(leadId, changed, null),
    ]);
    await touch(tx, scope, lead, {
      last_contact_at: at,
      lead_type: leadTypes.repeat,
      revisit_count: lead.revisit_count + 1,
      lead_count: lead.lead_count + 1,
      sales_id: salesId,
    });
    return { ...talkingLead(lead, lead.gpt_status), salesId };
  }
  if (isNewContact(lead.last_contact_at, at)) await setColumns(tx, scope, lead, { last_contact_at: at });
  return talkingLead(lead, lead.gpt_status);
}

/** Whether the customer writes after enough days of silence to be a repeat lead at the branch. */
async function comesAgain(tx: Tx, scope: Scope, lead: Lead, at: Date): Promise<boolean> {
  if (!mayBeRepeat(lead.last_contact_at, at)) return false;
  const { repeatLeadDays } = await chatRulesOf(tx, scope, lead.branch_id);
  return isRepeat(lead.last_contact_at, at, repeatLeadDays);
}

/** The person who gets a returning lead by the rules; its owner keeps it if the rule says so. */
async function holderOfRepeat(tx: Tx, scope: Scope, lead: Lead, at: Date): Promise<AccountId | null> {
  const { lead_id: leadId, branch_id: branchId, country, address, sales_id: heldBy } = lead;
  const { channel_id: channelId, secondary_channel_id: secondaryChannelId } = lead;
  const arrival = { leadId, branchId, channelId, secondaryChannelId, country, address, heldBy, at };
  const [assigned] = await assignLeads(tx, scope, [{ ...arrival, kind: "repeat" }]);
  // If nobody can take it, its owner stays.
  return !assigned || assigned.kind === "nobody" ? heldBy : assigned.salesId;
}

/** Staff have written: updates the last contact and pauses GPT for this customer, in the same transaction. */
export async function recordStaffMessage(
  tx: Tx,
  scope: Scope,
  { leadId, at }: { leadId: LeadId; at: Date },
): Promise<TalkingLead> {
  return recordStaffContact(tx, scope, await lockLead(tx, organizationScope(scope.organizationId), leadId), at);
}

/** The same for a message sent outside of the product, for the customer's current lead. A deleted one is restored. */
export async function recordStaffMessageElsewhere(
  tx: Tx,
  scope: Scope,
  { leadId, at }: { leadId: LeadId; at: Date },
): Promise<TalkingLead> {
  return recordStaffContact(tx, scope, await lockLeadOfCustomer(tx, scope, leadId), at);
}

async function recordStaffContact(tx: Tx, scope: Scope, lead: Lead, at: Date): Promise<TalkingLead> {
  const pauses = lead.gpt_status === gptStatus.on;
  const last_contact_at = lead.last_contact_at && lead.last_contact_at > at ? lead.last_contact_at : at;
  const contact = { last_contact_at, contacted_at: lead.contacted_at ?? at };
  if (pauses) await touch(tx, scope, lead, { ...contact, gpt_status: gptStatus.paused });
  else await setColumns(tx, scope, lead, contact);
  return talkingLead(lead, pauses ? gptStatus.paused : lead.gpt_status);
}

function talkingLead(lead: Lead, status: number): TalkingLead {
  return {
    leadId: lead.lead_id,
    branchId: lead.branch_id,
    salesId: lead.sales_id,
    tutorId: lead.tutor_id,
    gptStatus: status,
  };
}

/** A change that is sent to people looking at the lead. */
async function touch(tx: Tx, scope: Scope, lead: Lead, columns: Updateable<LeadTable>): Promise<void> {
  const version = lead.version + 1;
  await setColumns(tx, scope, lead, { ...columns, version });
  const before = { salesId: lead.sales_id, tutorId: lead.tutor_id };
  const holders = { ...before, ...(columns.sales_id !== undefined && { salesId: columns.sales_id }) };
  await emitLeadChange(tx, scope, { leadId: lead.lead_id, branchId: lead.branch_id, ...holders, version }, before);
}

// Last contact alone does not make a new version: an open form of the lead stays valid while the customer writes.
async function setColumns(tx: Tx, scope: Scope, lead: Lead, columns: Updateable<LeadTable>): Promise<void> {
  await tx
    .updateTable("lead")
    .set({ ...columns, updated_at: sql`now()` })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", lead.lead_id)
    .execute();
}
