import type { ConversationId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Database } from "#platform/db/transaction";
import { stateOf } from "../queries/conversation-filters.ts";
import { addConversationEvent, openState } from "../writes/add-conversation-event.ts";
import { changeConversation, sayConversationChanged } from "../writes/change-conversation.ts";
import { withConversation } from "../writes/with-conversation.ts";
import { holdOf, publishFreed } from "./hold-conversation.ts";

/** Opens a conversation that was closed or put off; one that is open stays as it is. */
export function reopenConversation(db: Database, actor: Actor, conversationId: ConversationId): Promise<void> {
  const wanted = { conversationId, permission: "chat:message:label" } as const;
  return withConversation(db, actor, wanted, async (tx, _scope, conversation) => {
    if (stateOf(conversation) === "open") return;
    const changed = await changeConversation(tx, conversation, openState);
    const details = { cause: "staff" };
    await addConversationEvent(tx, changed, { kind: "reopened", actorId: actor.accountId, details });
    await sayConversationChanged(tx, changed, null);
    // Closing ended its hold, and what was unanswered then counted as done.
    if (!(await holdOf(tx, changed))) await publishFreed(tx, changed, null);
  });
}
