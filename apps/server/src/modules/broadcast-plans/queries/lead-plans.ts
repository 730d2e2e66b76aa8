import type { RecipientState } from "@homeroom/contract/broadcast-plans";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export interface LeadPlan {
  recordID: RecordId;
  name: string;
  sentAt: Date;
  state: RecipientState;
  repliedAt: Date | null;
}

const most = 3;

/** The latest plans that wrote to a customer, found by their messages: a typed number had no lead at the time. */
export async function plansOfLead(tx: Tx, { organizationId }: Scope, leadId: LeadId): Promise<LeadPlan[]> {
  const { rows } = await sql<LeadPlan>`
    select plan.plan_id as "recordID", plan.name, said.sent_at as "sentAt", recipient.state,
      recipient.replied_at as "repliedAt"
    from broadcast_contact contact
    join broadcast_message said on said.organization_id = contact.organization_id and said.contact_id = contact.contact_id
    join broadcast_recipient recipient on recipient.organization_id = said.organization_id
      and recipient.message_id = said.message_id
    join broadcast_plan plan on plan.organization_id = recipient.organization_id and plan.plan_id = recipient.plan_id
    where contact.organization_id = ${organizationId} and contact.lead_id = ${leadId}
    order by said.sent_at desc limit ${most}`.execute(tx);
  return rows;
}

/** Whether a plan that has not started sends to this recipient list. */
export async function isListUsed(tx: Tx, scope: Scope, listId: RecordId): Promise<boolean> {
  const found = await sql`
    select from broadcast_plan
    where organization_id = ${scope.organizationId} and ${listId} = any(list_ids) and state = 'pending'
      and deleted_at is null limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** Whether an unfinished plan sends this template, which is read for each message. */
export async function isTemplateUsed(tx: Tx, scope: Scope, templateId: RecordId): Promise<boolean> {
  const found = await sql`
    select from broadcast_plan
    where organization_id = ${scope.organizationId} and template_id = ${templateId} and state in ('pending', 'running')
      and deleted_at is null limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** Whether a plan that has not started sends this e-mail template. */
export async function isEmailTemplateUsed(tx: Tx, scope: Scope, templateId: RecordId): Promise<boolean> {
  const found = await sql`
    select from broadcast_plan
    where organization_id = ${scope.organizationId} and email_template_id = ${templateId} and state = 'pending'
      and deleted_at is null limit 1`.execute(tx);
  return found.rows.length > 0;
}
