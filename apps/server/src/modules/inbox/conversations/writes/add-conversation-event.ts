import { type AccountId, RecordId } from "@homeroom/contract/ids";
import type { ConversationEventTable } from "@homeroom/database/conversation-event-tables";
import { v7 } from "uuid";
import type { Tx } from "#platform/db/transaction";
import type { Conversation } from "./change-conversation.ts";

interface NewEvent {
  kind: ConversationEventTable["kind"];
  actorId: AccountId | null;
  details: Record<string, unknown>;
}

/** Stores an event of a locked conversation as a whole, in the same transaction as the change. */
export async function addConversationEvent(tx: Tx, conversation: Conversation, event: NewEvent): Promise<void> {
  await tx
    .insertInto("conversation_event")
    .values({
      organization_id: conversation.organization_id,
      event_id: RecordId.parse(v7()),
      conversation_id: conversation.conversation_id,
      kind: event.kind,
      actor_id: event.actorId,
      details: JSON.stringify(event.details),
    })
    .execute();
}

/** Neither closed nor snoozed. */
export const openState = { closed_at: null, closed_by: null, snoozed_until: null, snoozed_by: null } as const;
