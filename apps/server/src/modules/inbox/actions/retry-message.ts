import type { MessageId } from "@homeroom/contract/ids";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { messageQueued } from "../events.ts";
import { findConversation } from "../queries/conversations.ts";
import { visibleMessage } from "../queries/message-rows.ts";
import type { Message } from "./change-conversation.ts";
import { requireHold } from "./hold-conversation.ts";
import { requireGround } from "./send-message.ts";
import { settleMessage } from "./settle-message.ts";

/**
 * Queues a failed message again, or an unsure one after a person has decided that it did not arrive. Throws STALE_DATA
 * when it is neither (any more).
 */
export function retryMessage(db: Database, actor: Actor, messageId: MessageId): Promise<Message> {
  requirePermission(actor, "chat:message:send");
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const found = await visibleMessage(tx, scope, messageId);
    if (!found) throw new AppError("NOT_FOUND");
    const contact = await tx
      .selectFrom("channel_contact")
      .selectAll()
      .where("organization_id", "=", scope.organizationId)
      .where("contact_id", "=", found.contact_id)
      .executeTakeFirstOrThrow();
    const conversationId = found.conversation_id;
    const conversation = await findConversation(tx, scope, { conversationId }, "lock");
    const message = await visibleMessage(tx, scope, messageId);
    if (!conversation || !message) throw new AppError("NOT_FOUND");
    if (message.state !== "failed" && message.state !== "unsure") throw new AppError("STALE_DATA");
    await requireHold(tx, scope, actor, conversation);
    await requireGround(tx, contact, new Date(), message.kind === "template" ? "template" : "free");
    // The file is given to the provider anew: the failure may have been the old one's.
    const change = { state: "queued" as const, attempts: 0, provider_media_id: null };
    await settleMessage(tx, conversation, { message, change });
    await emit(tx, messageQueued, {
      organizationId: scope.organizationId,
      aggregateId: conversationId,
      payload: { conversationId, notBefore: null },
    });
    const retried = await visibleMessage(tx, scope, messageId);
    if (!retried) throw new AppError("NOT_FOUND");
    return retried;
  });
}
