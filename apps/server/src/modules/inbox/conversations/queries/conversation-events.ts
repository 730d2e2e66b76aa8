import type { ConversationId } from "@homeroom/contract/ids";
import type { ConversationEventTable } from "@homeroom/database/conversation-event-tables";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export type KeptEvent = Selectable<ConversationEventTable>;

const latest = 200;

/** What was done with a conversation as a whole, the latest 200, in their order. Whether it is in sight is known. */
export async function conversationEvents(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<KeptEvent[]> {
  const found = await tx
    .selectFrom("conversation_event")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("conversation_id", "=", conversationId)
    .orderBy("created_at", "desc")
    .limit(latest)
    .execute();
  return found.reverse();
}
