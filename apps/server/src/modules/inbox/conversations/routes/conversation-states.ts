import { type ConversationEvent, chatStates, reopenCauses } from "@homeroom/contract/chat-states";
import type { AccountId } from "@homeroom/contract/ids";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Inbox } from "../../inbox.ts";
import { presentPeople } from "../../present.ts";
import { closeConversation, markUnread, reopenConversation, snoozeConversation } from "../actions/change-state.ts";
import { conversationEvents, findConversation, type KeptEvent } from "../queries/conversations.ts";

type Person = NonNullable<ConversationEvent["actor"]>;

/** The calls that close, snooze and reopen conversations, and list who did. */
export function bindStateRoutes(bind: Binder, { platform }: Inbox): void {
  const { db } = platform;
  bind(chatStates.snoozeConversation, ({ conversationId, until }, { actor }) =>
    snoozeConversation(db, actor, { conversationId, until: new Date(until) }),
  );
  bind(chatStates.closeConversation, (form, { actor }) => closeConversation(db, actor, form));
  bind(chatStates.reopenConversation, ({ conversationId }, { actor }) => reopenConversation(db, actor, conversationId));
  bind(chatStates.markUnread, ({ conversationId }, { actor }) => markUnread(db, actor, conversationId));
  bind(chatStates.conversationEvents, ({ conversationId }, { actor }) => {
    const scope = scopeOf(actor, "chat:message:all");
    return inTransaction(db, scope, async (tx) => {
      if (!(await findConversation(tx, scope, { conversationId }))) throw new AppError("NOT_FOUND");
      const events = await conversationEvents(tx, scope, conversationId);
      const ids = [...new Set(events.flatMap(({ actor_id }) => actor_id ?? []))];
      const people = await presentPeople(platform, tx, { scope, ids });
      return events.map((event) => presentEvent(event, people));
    });
  });
}

function presentEvent(event: KeptEvent, people: ReadonlyMap<AccountId, Person>): ConversationEvent {
  const { event_id: recordID, kind, actor_id: actorId, details, created_at: at } = event;
  return {
    recordID,
    kind,
    actor: (actorId && people.get(actorId)) || null,
    until: typeof details.until === "string" ? details.until : null,
    result: typeof details.result === "string" ? details.result : "",
    cause: reopenCauses.find((cause) => cause === details.cause) ?? null,
    createTime: at.toISOString(),
  };
}
