import { chatHolding, type Viewer } from "@homeroom/contract/chat-holding";
import type { ConversationId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { presentPeople } from "../../present.ts";
import { labelConversation, releaseConversation, takeOver } from "../actions/hold-conversation.ts";
import { recordPresence } from "../actions/record-presence.ts";
import { findConversation } from "../queries/conversations.ts";
import { otherViewers } from "../queries/holds.ts";

/** The calls for holders and viewers of a conversation, and for the tags of its lead. */
export function bindHoldingRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(chatHolding.takeOver, (of, { actor }) => takeOver(db, actor, of));
  bind(chatHolding.release, (of, { actor }) => releaseConversation(db, actor, of));
  bind(chatHolding.recordPresence, async (said, { actor }) => {
    await recordPresence(db, actor, said);
    return { viewers: said.doing === "left" ? [] : await viewersOf(platform, actor, said.conversationId) };
  });
  bind(chatHolding.viewers, async ({ conversationId }, { actor }) => ({
    viewers: await viewersOf(platform, actor, conversationId),
  }));
  bind(chatHolding.updateLabel, (form, { actor }) => labelConversation(db, actor, form));
}

function viewersOf(platform: Platform, actor: Actor, conversationId: ConversationId): Promise<Viewer[]> {
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(platform.db, scope, async (tx) => {
    if (!(await findConversation(tx, scope, { conversationId }))) throw new AppError("NOT_FOUND");
    const viewers = await otherViewers(tx, scope, conversationId);
    const people = await presentPeople(platform, tx, { scope, ids: viewers.map(({ accountId }) => accountId) });
    return viewers.flatMap(({ accountId, viewingFor, typingFor }) => {
      const person = people.get(accountId);
      return person ? [{ ...person, viewingFor, typingFor }] : [];
    });
  });
}
