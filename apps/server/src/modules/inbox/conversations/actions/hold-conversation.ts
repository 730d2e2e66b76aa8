import type { OfConversation } from "@homeroom/contract/chat-address";
import { chatHolding } from "@homeroom/contract/chat-holding";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { AccountId, ConversationId } from "@homeroom/contract/ids";
import type { StoredAssistantNote } from "@homeroom/database/inbox-tables";
import { sql } from "kysely";
import { peopleByIds } from "#modules/accounts/public";
import { chatRulesOf } from "#modules/chat-settings/public";
import { setLeadTags } from "#modules/leads/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { conversationFreed } from "../../events.ts";
import { mayTakeOver } from "../../policy.ts";
import { findConversation } from "../queries/conversations.ts";
import { type ConversationHold, holdsOf } from "../queries/holds.ts";
import { type Conversation, changeConversation, publishConversationChange } from "../writes/change-conversation.ts";
import { withConversation } from "../writes/with-conversation.ts";

/*
 * Holds are read and written under the lock of their conversation's row, which serialises people who write at once. The
 * caller changes the conversation in the same transaction, so that everyone who sees it is notified of its new holder.
 */

/**
 * Makes the actor the one who answers a locked conversation. Throws CHAT_TAKEN_BY_OTHER, with who and since when, while
 * another person is active in it. A hold of the assistant is taken over.
 */
export async function requireHold(tx: Tx, scope: Scope, actor: Actor, conversation: Conversation): Promise<void> {
  await requireNotTaken(tx, scope, actor, conversation);
  await holdForPerson(tx, conversation, actor);
}

/** Throws the same as `requireHold` but takes no hold: for scheduled and automatic messages. */
export async function requireNotTaken(
  tx: Tx,
  scope: Scope,
  who: Pick<Actor, "accountId">,
  conversation: Conversation,
): Promise<void> {
  const hold = await holdOf(tx, conversation);
  if (hold && isAnothers(hold, who)) throw await takenByOther(tx, scope, hold);
}

/** The same without checking the current holder. */
export function holdForPerson(tx: Tx, conversation: Conversation, actor: Actor): Promise<void> {
  return putHold(tx, conversation, { kind: "staff", accountId: actor.accountId, sessionId: actor.sessionId });
}

/**
 * Makes the assistant the holder of a locked conversation. False if a person is active in it: then the assistant must send
 * nothing.
 */
export async function holdForAssistant(tx: Tx, conversation: Conversation): Promise<boolean> {
  const hold = await holdOf(tx, conversation);
  if (hold?.kind === "staff") return false;
  await putHold(tx, conversation, { kind: "assistant", accountId: null, sessionId: null });
  return true;
}

/** Ends the hold of a locked conversation, if there is one, and returns it. */
export function releaseHold(tx: Tx, conversation: Conversation): Promise<ConversationHold | undefined> {
  return tx
    .deleteFrom("conversation_hold")
    .where("organization_id", "=", conversation.organization_id)
    .where("conversation_id", "=", conversation.conversation_id)
    .returningAll()
    .executeTakeFirst();
}

/** Publishes that a locked conversation is free: its hold has ended, or it was reopened. */
export function publishFreed(tx: Tx, conversation: Conversation, hold: ConversationHold | null): Promise<void> {
  const { organization_id: organizationId, conversation_id: conversationId } = conversation;
  const now = Date.now();
  const held = hold && {
    since: hold.since.toISOString(),
    until: new Date(Math.min(hold.expires_at.getTime(), now)).toISOString(),
  };
  return emit(tx, conversationFreed, {
    organizationId,
    aggregateId: conversationId,
    payload: { conversationId, held },
  });
}

/** The current holder of a conversation. */
export async function holdOf(tx: Tx, conversation: Conversation): Promise<ConversationHold | undefined> {
  const { organization_id: organizationId, conversation_id: conversationId } = conversation;
  return (await holdsOf(tx, { organizationId }, [conversationId])).get(conversationId);
}

/** Whether another person holds it. */
export function isAnothers(hold: ConversationHold, actor: Pick<Actor, "accountId">): boolean {
  return hold.kind === "staff" && hold.account_id !== actor.accountId;
}

async function takenByOther(tx: Tx, scope: Scope, hold: ConversationHold): Promise<AppError> {
  const person = hold.account_id && (await peopleByIds(tx, scope, [hold.account_id])).get(hold.account_id);
  const details = {
    accountID: hold.account_id,
    nickname: person ? person.nickname : "",
    since: hold.since.toISOString(),
  };
  return new AppError("CHAT_TAKEN_BY_OTHER", {}, { details });
}

interface Holder {
  kind: ConversationHold["kind"];
  accountId: AccountId | null;
  sessionId: string | null;
}

async function putHold(tx: Tx, conversation: Conversation, holder: Holder): Promise<void> {
  const scope = organizationScope(conversation.organization_id);
  const { holdIdleMinutes } = await chatRulesOf(tx, scope, conversation.branch_id);
  const moment = sql`clock_timestamp()`;
  await sql`
    insert into conversation_hold
      (organization_id, conversation_id, kind, account_id, session_id, since, last_active_at, expires_at)
    values (${scope.organizationId}, ${conversation.conversation_id}, ${holder.kind}, ${holder.accountId},
      ${holder.sessionId}, ${moment}, ${moment}, ${moment} + make_interval(mins => ${holdIdleMinutes}))
    on conflict (organization_id, conversation_id) do update
      set kind = excluded.kind, account_id = excluded.account_id, session_id = excluded.session_id,
        last_active_at = excluded.last_active_at, expires_at = excluded.expires_at,
        since = case when conversation_hold.account_id is not distinct from excluded.account_id
          and conversation_hold.expires_at > ${moment} then conversation_hold.since else excluded.since end`.execute(
    tx,
  );
}

/**
 * Makes the actor the holder of a conversation, in place of the current one. Throws NOT_FOUND out of sight, and
 * PERMISSION_DENIED when the actor may not take it from the active person. Idempotent.
 */
export function takeOver(db: Database, actor: Actor, which: OfConversation): Promise<void> {
  const of = { ...which, permission: "chat:message:send" } as const;
  return withConversation(db, actor, of, async (tx, _scope, conversation) => {
    const hold = await holdOf(tx, conversation);
    if (hold && isAnothers(hold, actor) && !mayTakeOver(actor, conversation)) throw new AppError("PERMISSION_DENIED");
    await holdForPerson(tx, conversation, actor);
    if (hold?.account_id !== actor.accountId) await publishHolder(tx, conversation);
  });
}

/** Releases a conversation that the actor holds. Holds of others are not changed. */
export function releaseConversation(db: Database, actor: Actor, which: OfConversation): Promise<void> {
  const of = { ...which, permission: "chat:message:query" } as const;
  return withConversation(db, actor, of, async (tx, _scope, conversation) => {
    const hold = await holdOf(tx, conversation);
    if (hold?.account_id !== actor.accountId) return;
    const ended = await releaseHold(tx, conversation);
    if (!ended) return;
    await publishHolder(tx, conversation);
    await publishFreed(tx, conversation, ended);
  });
}

async function publishHolder(tx: Tx, conversation: Conversation): Promise<void> {
  await publishConversationChange(tx, await changeConversation(tx, conversation, {}), null);
}

/** Marks a conversation in the list as handed over by the assistant, until somebody writes. The caller holds the lead's lock. */
export async function setAssistantNote(
  tx: Tx,
  scope: Scope,
  { conversationId, note }: { conversationId: ConversationId; note: StoredAssistantNote },
): Promise<void> {
  const conversation = await findConversation(tx, scope, { conversationId }, "lock");
  if (!conversation) return;
  // The assistant no longer answers here. A person who holds the conversation keeps it.
  if ((await holdOf(tx, conversation))?.kind === "assistant") await releaseHold(tx, conversation);
  const changed = await changeConversation(tx, conversation, { assistant_note: note });
  await publishConversationChange(tx, changed, null);
}

/** Removes the mark after the assistant has succeeded after all. A customer it handed over still waits for a person. */
export async function clearAssistantNote(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<void> {
  const conversation = await findConversation(tx, scope, { conversationId }, "lock");
  if (!conversation?.assistant_note || conversation.assistant_note.kind === "handedOver") return;
  const changed = await changeConversation(tx, conversation, { assistant_note: null });
  await publishConversationChange(tx, changed, null);
}

/** Replaces the tags of a conversation's lead. Throws NOT_FOUND if the actor does not see the conversation. */
export function labelConversation(
  db: Database,
  actor: Actor,
  { tag, ...of }: RequestOf<typeof chatHolding.updateLabel>,
): Promise<void> {
  requireAccess(actor, chatHolding.updateLabel);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, of);
    if (!conversation) throw new AppError("NOT_FOUND");
    await setLeadTags(tx, scope, { actor, leadId: conversation.lead_id, tag });
  });
}
