import type { OfConversation } from "@homeroom/contract/chat-address";
import type { Actor } from "#platform/auth/actor";
import type { Database, Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { mayTakeOver } from "../../policy.ts";
import { type Conversation, changeConversation, sayConversationChanged } from "../writes/change-conversation.ts";
import { withConversation } from "../writes/with-conversation.ts";
import { holdForPerson, holdOf, isAnothers, publishFreed, releaseHold } from "./hold-conversation.ts";

/**
 * Makes the actor the holder of a conversation, in place of the current one. Throws NOT_FOUND out of sight, and
 * PERMISSION_DENIED when the actor may not take it from the person who is active there. Idempotent.
 */
export function takeOver(db: Database, actor: Actor, which: OfConversation): Promise<void> {
  const of = { ...which, permission: "chat:message:send" } as const;
  return withConversation(db, actor, of, async (tx, _scope, conversation) => {
    const hold = await holdOf(tx, conversation);
    if (hold && isAnothers(hold, actor) && !mayTakeOver(actor, conversation)) throw new AppError("PERMISSION_DENIED");
    await holdForPerson(tx, conversation, actor);
    if (hold?.account_id !== actor.accountId) await tellOfHolder(tx, conversation);
  });
}

/** Lets go of a conversation that the actor holds. What others hold stays theirs. */
export function releaseConversation(db: Database, actor: Actor, which: OfConversation): Promise<void> {
  const of = { ...which, permission: "chat:message:query" } as const;
  return withConversation(db, actor, of, async (tx, _scope, conversation) => {
    const hold = await holdOf(tx, conversation);
    if (hold?.account_id !== actor.accountId) return;
    const ended = await releaseHold(tx, conversation);
    if (!ended) return;
    await tellOfHolder(tx, conversation);
    await publishFreed(tx, conversation, ended);
  });
}

async function tellOfHolder(tx: Tx, conversation: Conversation): Promise<void> {
  await sayConversationChanged(tx, await changeConversation(tx, conversation, {}), null);
}
