import type { OfConversation } from "@homeroom/contract/chat-address";
import { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { findKeptLead } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * The lead whose conversation replaces a missing one, because its lead was merged into that lead. Old mails and bookmarks name
 * the missing one. Undefined if there was no merge, or if the person cannot see the kept lead.
 */
export async function leadMergedInto(tx: Tx, scope: Scope, of: OfConversation): Promise<LeadId | undefined> {
  const merged = of.leadId ?? (await leadOfEnded(tx, scope, of));
  return merged && (await findKeptLead(tx, scope, merged))?.leadId;
}

/** The lead of a conversation that ended when it was merged into another. */
async function leadOfEnded(tx: Tx, scope: Scope, { conversationId }: OfConversation): Promise<LeadId | undefined> {
  const { rows } = await sql<{ leadId: string }>`
    select ended->>'lead_id' as "leadId" from conversation_join
    where organization_id = ${scope.organizationId} and conversation_id = ${conversationId ?? null} and ended is not null
    limit 1`.execute(tx);
  return rows[0] && LeadId.parse(rows[0].leadId);
}
