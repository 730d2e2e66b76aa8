import type { LeadId, MessageId, OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { Conversation } from "../../conversations/writes/change-conversation.ts";

/**
 * Whether the person of a conversation was sent a marketing template since a moment, over any channel. Failed and cancelled ones count
 * only if WhatsApp reports that the person has had enough: it then accepts nothing for a day. `except` does not count.
 */
export async function marketingSentSince(
  tx: Tx,
  { organization_id: organizationId, lead_id: leadId }: Pick<Conversation, "organization_id" | "lead_id">,
  since: Date,
  except?: MessageId,
): Promise<boolean> {
  return (await sentMarketing(tx, organizationId, [{ leadId, since }], except)).has(leadId);
}

/** The same for many leads, each since its own moment. */
export async function sentMarketing(
  tx: Tx,
  organizationId: OrganizationId,
  wanted: readonly { leadId: LeadId; since: Date }[],
  except: MessageId | null = null,
): Promise<ReadonlySet<LeadId>> {
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{ leadId: LeadId }>`
    select wanted.lead_id as "leadId"
    from unnest(${sql.val(wanted.map(({ leadId }) => leadId))}::uuid[],
      ${sql.val(wanted.map(({ since }) => since))}::timestamptz[]) as wanted(lead_id, since)
    where exists (
      select from channel_contact contact join message on message.organization_id = contact.organization_id
        and message.contact_id = contact.contact_id and message.kind = 'template' and message.sent_at > wanted.since
        and message.message_id is distinct from ${except}::uuid
      where contact.organization_id = ${organizationId} and contact.lead_id = wanted.lead_id
        and message.direction = 'out' and (message.state not in ('failed', 'cancelled') or message.error_reason = 'marketingCap')
        and message.details -> 'template' ->> 'category' = 'marketing')`.execute(tx);
  return new Set(rows.map(({ leadId }) => leadId));
}
