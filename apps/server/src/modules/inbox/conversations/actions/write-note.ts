import { chatComposer } from "@homeroom/contract/chat-composer";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { type AccountId, MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { uniqueNames } from "#modules/accounts/public";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { colleaguesMentioned } from "../../events.ts";
import { lockMessage, messageInSight } from "../../sending/writes/lock-message.ts";
import { findConversation } from "../queries/conversations.ts";
import { mentionable } from "../queries/mentionable.ts";
import { addLine } from "../writes/add-line.ts";
import { type Conversation, changeMessage, type Message } from "../writes/change-conversation.ts";

/** A person mentioned in a note, as stored in its row. */
export interface Mention {
  accountID: AccountId;
  /** The name in the note's text, with a distinguishing mark if colleagues share it. */
  nickname: string;
}

/**
 * Adds a note for colleagues to a conversation. Idempotent: the same messageId returns the note that was made the first
 * time. Throws FIELD_INVALID at `mentions` for people who do not see the conversation.
 */
export function addNote(db: Database, actor: Actor, form: RequestOf<typeof chatComposer.addNote>): Promise<Message> {
  requireAccess(actor, chatComposer.addNote);
  const scope = scopeOf(actor, "chat:message:all");
  const { conversationId, content } = form;
  const messageId = form.messageId ?? MessageId.parse(v7());
  return refusingTakenId(new AppError("NOT_FOUND"), () =>
    inTransaction(db, scope, async (tx) => {
      const conversation = await findConversation(tx, scope, { conversationId }, "lock");
      if (!conversation) throw new AppError("NOT_FOUND");
      const before = await findRow(tx, scope, "message", { message_id: messageId });
      if (before) {
        if (before.conversation_id === conversationId && isOwnNote(before, actor)) return before;
        throw new AppError("NOT_FOUND");
      }
      const mentions = await mentionsOf(tx, scope, conversation, form.mentions);
      const line = {
        messageId,
        kind: "note" as const,
        text: content,
        details: { mentions },
        senderId: actor.accountId,
      };
      const added = await addLine(tx, conversation, { ...line, at: new Date() });
      await tell(tx, added.conversation, { actor, people: mentions });
      return added.message;
    }),
  );
}

/** Changes the actor's own note and notifies people who were not mentioned before. Omitted mentions are kept. */
export function editNote(db: Database, actor: Actor, form: RequestOf<typeof chatComposer.editNote>): Promise<Message> {
  return withOwnNote(db, actor, form.messageId, async (tx, { scope, conversation, note }) => {
    const before = mentionsIn(note);
    const mentions = form.mentions ? await mentionsOf(tx, scope, conversation, form.mentions) : before;
    const change = { text: form.content, details: JSON.stringify({ mentions }), edited_at: new Date() };
    const changed = await changeMessage(tx, conversation, { messageId: note.message_id, change });
    const known = new Set(before.map(({ accountID }) => accountID));
    await tell(tx, changed, { actor, people: mentions.filter(({ accountID }) => !known.has(accountID)) });
  });
}

/** Removes the actor's own note and its text. */
export function deleteNote(db: Database, actor: Actor, messageId: MessageId): Promise<Message> {
  return withOwnNote(db, actor, messageId, async (tx, { conversation, note }) => {
    const change = { text: "", details: "{}", revoked_at: new Date() };
    await changeMessage(tx, conversation, { messageId: note.message_id, change });
  });
}

interface OwnNote {
  scope: Scope;
  conversation: Conversation;
  note: Message;
}

/** Only its author may change a note; nobody may change a removed one. */
function withOwnNote(
  db: Database,
  actor: Actor,
  messageId: MessageId,
  work: (tx: Tx, own: OwnNote) => Promise<void>,
): Promise<Message> {
  requirePermission(actor, "chat:message:query");
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const { message: note, conversation } = await lockMessage(tx, scope, messageId);
    if (note.kind !== "note" || note.revoked_at) throw new AppError("NOT_FOUND");
    if (!isOwnNote(note, actor)) throw new AppError("PERMISSION_DENIED");
    await work(tx, { scope, conversation, note });
    return messageInSight(tx, scope, messageId);
  });
}

function isOwnNote(message: Message, actor: Actor): boolean {
  return message.kind === "note" && message.sender_id === actor.accountId;
}

function mentionsIn({ details }: Message): readonly Mention[] {
  return (details["mentions"] as Mention[] | undefined) ?? [];
}

async function mentionsOf(
  tx: Tx,
  scope: Scope,
  conversation: Conversation,
  ids: readonly AccountId[],
): Promise<Mention[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const people = await mentionable(tx, scope, conversation, { ids: wanted, limit: wanted.length });
  if (people.length < wanted.length) {
    throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "mentions", name: "FIELD_INVALID" }] });
  }
  const apart = await uniqueNames(tx, scope, people);
  return people.map(({ accountId, nickname }) => ({
    accountID: accountId,
    nickname: apart.get(accountId)?.name ?? nickname,
  }));
}

async function tell(
  tx: Tx,
  conversation: Conversation,
  { actor, people }: { actor: Actor; people: readonly Mention[] },
): Promise<void> {
  // Authors who mention themselves are not notified.
  const accountIds = people.map(({ accountID }) => accountID).filter((id) => id !== actor.accountId);
  if (accountIds.length === 0) return;
  await emit(tx, colleaguesMentioned, {
    organizationId: conversation.organization_id,
    aggregateId: conversation.conversation_id,
    payload: {
      conversationId: conversation.conversation_id,
      leadId: conversation.lead_id,
      version: conversation.version,
      accountIds,
      by: actor.nickname,
    },
  });
}
