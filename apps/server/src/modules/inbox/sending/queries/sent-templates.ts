import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { Conversation } from "../../conversations/writes/change-conversation.ts";

/**
 * Whether the person of a conversation was sent a marketing template since a moment, over any channel. Failed ones count
 * only where WhatsApp says that the person has had enough: it takes nothing for a day then.
 */
export async function marketingSentSince(
  tx: Tx,
  { organization_id: organizationId, lead_id: leadId }: Pick<Conversation, "organization_id" | "lead_id">,
  since: Date,
): Promise<boolean> {
  const found = await sql`
    select from message
    where organization_id = ${organizationId} and kind = 'template' and sent_at > ${since}
      and contact_id in (select contact_id from channel_contact where organization_id = ${organizationId} and lead_id = ${leadId})
      and direction = 'out' and (state <> 'failed' or error_reason = 'marketingCap') and details -> 'template' ->> 'category' = 'marketing'
    limit 1`.execute(tx);
  return found.rows.length > 0;
}
