import type { ConversationId } from "@homeroom/contract/ids";
import type { StoredAssistantNote } from "@homeroom/database/inbox-tables";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { findConversation } from "../queries/conversations.ts";
import { changeConversation, publishConversationChange } from "../writes/change-conversation.ts";
import { holdOf, releaseHold } from "./hold-conversation.ts";

/** Marks a conversation in the list as left to people by the assistant, until somebody speaks. The caller holds the lead's lock. */
export async function setAssistantNote(
  tx: Tx,
  scope: Scope,
  { conversationId, note }: { conversationId: ConversationId; note: StoredAssistantNote },
): Promise<void> {
  const conversation = await findConversation(tx, scope, { conversationId }, "lock");
  if (!conversation) return;
  // It does not answer here any more; a person who does goes on.
  if ((await holdOf(tx, conversation))?.kind === "assistant") await releaseHold(tx, conversation);
  const changed = await changeConversation(tx, conversation, { assistant_note: note });
  await publishConversationChange(tx, changed, null);
}

/** The assistant has done after all what it could not: its mark is gone. Who was handed over still waits for a person. */
export async function clearAssistantNote(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<void> {
  const conversation = await findConversation(tx, scope, { conversationId }, "lock");
  if (!conversation?.assistant_note || conversation.assistant_note.kind === "handedOver") return;
  const changed = await changeConversation(tx, conversation, { assistant_note: null });
  await publishConversationChange(tx, changed, null);
}
