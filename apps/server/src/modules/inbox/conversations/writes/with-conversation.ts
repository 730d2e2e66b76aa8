import type { OfConversation } from "@homeroom/contract/chat-address";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { findConversation } from "../queries/conversations.ts";
import type { Conversation } from "./change-conversation.ts";

type ChatPermission = `chat:message:${"query" | "send" | "label"}`;

/** Runs a change of a conversation under its lock, after checking access. Throws NOT_FOUND. */
export function withConversation(
  db: Database,
  actor: Actor,
  { permission, ...of }: OfConversation & { permission: ChatPermission },
  work: (tx: Tx, scope: Scope, conversation: Conversation) => Promise<void>,
): Promise<void> {
  requirePermission(actor, permission);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const conversation = await findConversation(tx, scope, of, "lock");
    if (!conversation) throw new AppError("NOT_FOUND");
    await work(tx, scope, conversation);
  });
}
