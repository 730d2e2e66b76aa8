import type { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The number of the last messages that are looked at. */
const lastMessages = 20;

/** What customers have written since a moment that matches a pattern of PostgreSQL, oldest first. */
export async function receivedTexts(
  tx: Tx,
  scope: Scope,
  { since, pattern }: { since: Date; pattern: string },
): Promise<{ leadId: LeadId; text: string; at: Date }[]> {
  const found = await sql<{ leadId: LeadId; text: string; at: Date }>`
    select conversation.lead_id as "leadId", message.text, message.created_at as at
    from conversation join message on message.organization_id = conversation.organization_id
      and message.conversation_id = conversation.conversation_id
      and message.position > conversation.last_position - ${lastMessages}
    where conversation.organization_id = ${scope.organizationId} and conversation.last_inbound_at > ${since}
      and conversation.hidden_at is null and message.direction = 'in' and message.created_at > ${since}
      and message.text ~ ${pattern}
    order by message.created_at limit 1000`.execute(tx);
  return found.rows;
}
