import type { RecordId } from "@homeroom/contract/ids";
import type { LeadRows } from "./lead-rows.ts";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

export interface ChatStateRows {
  /** An earlier event of the conversation. */
  eventId: RecordId;
}

export function chatStateIds(): ChatStateRows {
  return { eventId: newId() };
}

/** Closes the conversation, as its event says. */
export async function restoreChatState({ base }: Stage, rows: LeadRows & ChatStateRows): Promise<void> {
  await base.owner.query(
    "update conversation set closed_at = now(), snoozed_until = null, unread_count = 0 where conversation_id = $1",
    [rows.conversationId],
  );
  await base.owner.query(
    `insert into conversation_event (organization_id, event_id, conversation_id, kind)
     select organization_id, $2, conversation_id, 'closed' from conversation where conversation_id = $1
     on conflict do nothing`,
    [rows.conversationId, rows.eventId],
  );
}
