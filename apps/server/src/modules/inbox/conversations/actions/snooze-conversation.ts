import { longestSnoozeDays } from "@homeroom/contract/chat-states";
import type { ConversationId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Database } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { conversationSnoozed } from "../../events.ts";
import { addConversationEvent, openState } from "../writes/add-conversation-event.ts";
import { changeConversation, sayConversationChanged } from "../writes/change-conversation.ts";
import { withConversation } from "../writes/with-conversation.ts";

const longestMilliseconds = longestSnoozeDays * 24 * 60 * 60 * 1000;

/** Puts a conversation off until a moment, at which a job opens it again. The same moment again changes nothing. */
export function snoozeConversation(
  db: Database,
  actor: Actor,
  of: { conversationId: ConversationId; until: Date },
): Promise<void> {
  const { conversationId, until } = of;
  const wanted = { conversationId, permission: "chat:message:label" } as const;
  return withConversation(db, actor, wanted, async (tx, { organizationId }, conversation) => {
    const ahead = until.getTime() - Date.now();
    if (ahead <= 0 || ahead > longestMilliseconds) throw new AppError("CHAT_SNOOZE_TIME");
    if (conversation.snoozed_until?.getTime() === until.getTime()) return;
    const changed = await changeConversation(tx, conversation, {
      ...openState,
      snoozed_until: until,
      snoozed_by: actor.accountId,
    });
    const details = { until: until.toISOString() };
    await addConversationEvent(tx, changed, { kind: "snoozed", actorId: actor.accountId, details });
    await sayConversationChanged(tx, changed, null);
    const payload = { conversationId, ...details };
    await emit(tx, conversationSnoozed, { organizationId, aggregateId: conversationId, payload });
  });
}
