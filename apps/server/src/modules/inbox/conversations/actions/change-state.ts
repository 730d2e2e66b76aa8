import { chat } from "@homeroom/contract/chat";
import type { OfConversation } from "@homeroom/contract/chat-address";
import { chatStates, maxSnoozeDays } from "@homeroom/contract/chat-states";
import type { ConversationId, RecordId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { sql } from "kysely";
import { itemsByIds } from "#modules/lists/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { emit } from "#platform/outbox/events";
import { conversationRead, conversationSnoozed } from "../../events.ts";
import { stateOf } from "../queries/conversation-filters.ts";
import { findConversation } from "../queries/conversations.ts";
import { addConversationEvent, openState } from "../writes/add-conversation-event.ts";
import {
  type Conversation,
  changeConversation,
  lockConversation,
  publishConversationChange,
} from "../writes/change-conversation.ts";
import { withConversation } from "../writes/with-conversation.ts";
import { holdOf, publishFreed, releaseHold } from "./hold-conversation.ts";

const maxMilliseconds = maxSnoozeDays * 24 * 60 * 60 * 1000;

/** Closes a conversation, which also marks it as read. Idempotent: the first closing stays. */
export function closeConversation(
  db: Database,
  actor: Actor,
  of: { conversationId: ConversationId; resultID?: RecordId | undefined },
): Promise<void> {
  const { conversationId } = of;
  const wanted = { conversationId, permission: "chat:message:label" } as const;
  return withConversation(db, actor, wanted, async (tx, scope, conversation) => {
    const result = of.resultID ? await resultName(tx, scope, of.resultID) : "";
    if (stateOf(conversation) === "closed") return;
    await releaseHold(tx, conversation);
    const changed = await changeConversation(tx, conversation, {
      ...openState,
      closed_at: new Date(),
      closed_by: actor.accountId,
      unread_count: 0,
      assistant_note: null,
      waiting_since: null,
    });
    const details = result === "" ? {} : { result };
    await addConversationEvent(tx, changed, { kind: "closed", actorId: actor.accountId, details });
    await publishConversationChange(tx, changed, null);
    if (conversation.unread_count === 0) return;
    const { organizationId } = scope;
    await emit(tx, conversationRead, { organizationId, aggregateId: conversationId, payload: { conversationId } });
  });
}

/** The name of a contact result, kept as text: the line in the conversation shows the name it had that day. */
async function resultName(tx: Tx, scope: Scope, id: RecordId): Promise<string> {
  const item = (await itemsByIds(tx, scope, [id])).get(id);
  const fits = item?.projectID === customLists.contactResults;
  if (!fits) refuseFaults([{ field: "resultID", name: "FIELD_INVALID" }]);
  return item?.name ?? "";
}

/** Reopens a closed or snoozed conversation. Does nothing to an open one. */
export function reopenConversation(db: Database, actor: Actor, conversationId: ConversationId): Promise<void> {
  const wanted = { conversationId, permission: "chat:message:label" } as const;
  return withConversation(db, actor, wanted, async (tx, _scope, conversation) => {
    if (stateOf(conversation) === "open") return;
    const changed = await changeConversation(tx, conversation, openState);
    const details = { cause: "staff" };
    await addConversationEvent(tx, changed, { kind: "reopened", actorId: actor.accountId, details });
    await publishConversationChange(tx, changed, null);
    // Closing ended its hold, and unanswered messages counted as done.
    if (!(await holdOf(tx, changed))) await publishFreed(tx, changed, null);
  });
}

/** Snoozes a conversation until a moment, at which a job reopens it. The same moment again changes nothing. */
export function snoozeConversation(
  db: Database,
  actor: Actor,
  of: { conversationId: ConversationId; until: Date },
): Promise<void> {
  const { conversationId, until } = of;
  const wanted = { conversationId, permission: "chat:message:label" } as const;
  return withConversation(db, actor, wanted, async (tx, { organizationId }, conversation) => {
    const ahead = until.getTime() - Date.now();
    if (ahead <= 0 || ahead > maxMilliseconds) throw new AppError("CHAT_SNOOZE_TIME");
    if (conversation.snoozed_until?.getTime() === until.getTime()) return;
    const changed = await changeConversation(tx, conversation, {
      ...openState,
      snoozed_until: until,
      snoozed_by: actor.accountId,
    });
    const details = { until: until.toISOString() };
    await addConversationEvent(tx, changed, { kind: "snoozed", actorId: actor.accountId, details });
    await publishConversationChange(tx, changed, null);
    const payload = { conversationId, ...details };
    await emit(tx, conversationSnoozed, { organizationId, aggregateId: conversationId, payload });
  });
}

/**
 * Reopens a snoozed conversation that is due, as unread and at the top of the list. One that was snoozed again, opened or closed
 * meanwhile is not changed.
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
    await publishConversationChange(tx, changed, null);
  });
}

/** By the database's clock, which also started the job: ours may be a little behind. */
async function isDue(tx: Tx, { snoozed_until: until }: Conversation): Promise<boolean> {
  if (!until) return false;
  const asked = await sql<{ due: boolean }>`select ${until}::timestamptz <= clock_timestamp() as due`.execute(tx);
  return asked.rows[0]?.due ?? false;
}

/** Marks a read conversation as unread. */
export function markUnread(db: Database, actor: Actor, conversationId: ConversationId): Promise<void> {
  requireAccess(actor, chatStates.markUnread);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, { conversationId }, "lock");
    if (!conversation) throw new AppError("NOT_FOUND");
    if (conversation.unread_count > 0) return;
    const changed = await changeConversation(tx, conversation, { unread_count: 1 });
    await publishConversationChange(tx, changed, null);
  });
}

/** Marks a conversation as read to its end; a job sends the read receipt to the customer. */
export function readConversation(db: Database, actor: Actor, of: OfConversation): Promise<void> {
  requireAccess(actor, chat.readConversation);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, of, "lock");
    if (!conversation) throw new AppError("NOT_FOUND");
    if (conversation.unread_count === 0) return;
    const changed = await changeConversation(tx, conversation, { unread_count: 0 });
    await publishConversationChange(tx, changed, null);
    const { conversation_id: conversationId } = conversation;
    await emit(tx, conversationRead, {
      organizationId: scope.organizationId,
      aggregateId: conversationId,
      payload: { conversationId },
    });
  });
}
