import type { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * Blanks numbers and addresses of erased leads in plans. Recipients who are waiting, or whose message is waiting in its
 * conversation, are excluded from their plan, and its figures are updated: the message is erased with the lead.
 */
export async function forgetRecipients(tx: Tx, { organizationId }: Scope, leadIds: readonly LeadId[]): Promise<void> {
  const erased = sql`any(${sql.val([...leadIds])}::uuid[])`;
  // A typed number became a lead with its message: only the message shows which lead.
  await sql`
    with named as (
      select plan_id, recipient_id from broadcast_recipient
      where organization_id = ${organizationId} and lead_id = ${erased}
      union
      select recipient.plan_id, recipient.recipient_id
      from broadcast_contact contact
      join broadcast_message message on message.organization_id = ${organizationId}
        and message.contact_id = contact.contact_id
      join broadcast_recipient recipient on recipient.organization_id = ${organizationId}
        and recipient.message_id = message.message_id
      where contact.organization_id = ${organizationId} and contact.lead_id = ${erased}),
    known as (
      select recipient.plan_id, recipient.recipient_id, recipient.state in ('waiting', 'queued') as is_open
      from named join broadcast_recipient recipient on recipient.organization_id = ${organizationId}
        and recipient.plan_id = named.plan_id and recipient.recipient_id = named.recipient_id
      order by recipient.plan_id, recipient.recipient_id for no key update of recipient),
    blanked as (
      update broadcast_recipient recipient set lead_id = null, phone = null, email = null, detail = null,
        state = case when known.is_open then 'excluded' else recipient.state end,
        reason = case when known.is_open then 'leadGone' else recipient.reason end,
        message_id = case when not known.is_open then recipient.message_id end
      from known
      where recipient.organization_id = ${organizationId} and recipient.plan_id = known.plan_id
        and recipient.recipient_id = known.recipient_id
      returning recipient.plan_id, known.is_open),
    counted as (select plan_id, count(*)::int as count from blanked where is_open group by plan_id)
    update broadcast_plan plan set total = plan.total - counted.count, excluded = plan.excluded + counted.count
    from counted where plan.organization_id = ${organizationId} and plan.plan_id = counted.plan_id`.execute(tx);
}
