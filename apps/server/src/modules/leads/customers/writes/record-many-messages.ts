import type { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { mayBeRepeat } from "../../record/rules/lead-rules.ts";
import { isNewContact, type TalkingLead } from "../actions/record-messages.ts";

/** Leads whose customers have written, locked until the transaction ends. */
export interface LockedLeads {
  /**
   * Records a customer's message as `recordCustomerMessage` would. Returns null, with nothing written, if the message
   * might change more than the last contact: the lead is deleted, was merged, may return, or is locked by another
   * transaction.
   */
  note(leadId: LeadId, at: Date): TalkingLead | null;
  /** Writes the recorded contacts, in one statement. */
  save(): Promise<void>;
}

interface LockedLead extends TalkingLead {
  lastContactAt: Date | null;
}

/** Locks those of the leads that exist and that no other transaction has locked; never waits. */
export async function lockTalkingLeads(
  tx: Tx,
  { organizationId }: Scope,
  leadIds: readonly LeadId[],
): Promise<LockedLeads> {
  const { rows } = await sql<LockedLead>`
    select lead_id as "leadId", branch_id as "branchId", sales_id as "salesId", tutor_id as "tutorId",
      gpt_status as "gptStatus", last_contact_at as "lastContactAt"
    from lead
    where organization_id = ${organizationId} and lead_id = any(${sql.val([...leadIds])}::uuid[]) and deleted_at is null
    for no key update skip locked`.execute(tx);
  const leads = new Map(rows.map((lead) => [lead.leadId, lead]));
  const moved = new Map<LeadId, Date>();
  return {
    note(leadId, at) {
      const lead = leads.get(leadId);
      if (!lead || mayBeRepeat(lead.lastContactAt, at)) return null;
      if (isNewContact(lead.lastContactAt, at)) {
        lead.lastContactAt = at;
        moved.set(leadId, at);
      }
      return lead;
    },
    async save() {
      if (moved.size === 0) return;
      await sql`
        update lead set last_contact_at = moved.at, updated_at = now()
        from unnest(${sql.val([...moved.keys()])}::uuid[], ${sql.val([...moved.values()])}::timestamptz[]) as moved(lead_id, at)
        where lead.organization_id = ${organizationId} and lead.lead_id = moved.lead_id`.execute(tx);
    },
  };
}
