import type { ConversationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { addConversationEvent, openState } from "../writes/add-conversation-event.ts";
import {
  type Conversation,
  changeConversation,
  lockConversation,
  sayConversationChanged,
} from "../writes/change-conversation.ts";

/**
 * Opens a conversation whose time has come, as unread and in the first place of the list, so that it is seen. One that was put off further, opened or closed
 * meanwhile is left alone.
 */
export function wakeConversation(db: Database, scope: Scope, conversationId: ConversationId): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const conversation = await lockConversation(tx, scope.organizationId, { conversationId });
    if (!conversation || !(await isDue(tx, conversation))) return;
    const unread_count = Math.max(conversation.unread_count, 1);
    const now = new Date();
    const back = { last_message_at: now, woken_at: now };
    const changed = await changeConversation(tx, conversation, { ...openState, ...back, unread_count });
    await addConversationEvent(tx, changed, { kind: "reopened", actorId: null, details: { cause: "time" } });
    await sayConversationChanged(tx, changed, null);
  });
}

/** By the clock of the database, which the job was started by: ours may be a little behind. */
async function isDue(tx: Tx, { snoozed_until: until }: Conversation): Promise<boolean> {
  if (!until) return false;
  const asked = await sql<{ due: boolean }>`select ${until}::timestamptz <= clock_timestamp() as due`.execute(tx);
  return asked.rows[0]?.due ?? false;
}
