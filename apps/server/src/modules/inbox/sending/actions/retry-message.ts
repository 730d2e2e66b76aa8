import type { MessageId } from "@homeroom/contract/ids";
import { type Actor, can, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { contactById } from "../../contacts/queries/contacts.ts";
import { requireHold } from "../../conversations/actions/hold-conversation.ts";
import type { Message } from "../../conversations/writes/change-conversation.ts";
import { messageQueued } from "../../events.ts";
import { requireStillSendable } from "../queries/still-sendable.ts";
import { lockMessage, messageInSight } from "../writes/lock-message.ts";
import { settleMessage } from "../writes/settle-message.ts";
import { requireSendable } from "./send-message.ts";

/**
 * Queues a failed message again, or an unsure one after a person has decided that it did not arrive. Throws STALE_DATA
 * when it is neither, and the errors of a new message. Templates need the permission to send templates.
 */
export function retryMessage(db: Database, actor: Actor, messageId: MessageId): Promise<Message> {
  if (!can(actor, "chat:message:template")) requirePermission(actor, "chat:message:send");
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const { message, conversation } = await lockMessage(tx, scope, messageId);
    requirePermission(actor, message.kind === "template" ? "chat:message:template" : "chat:message:send");
    const { conversation_id: conversationId } = conversation;
    if (message.state !== "failed" && message.state !== "unsure") throw new AppError("STALE_DATA");
    await requireHold(tx, scope, actor, conversation);
    const contact = await contactById(tx, scope, message.contact_id);
    const now = new Date();
    await requireSendable(tx, contact, now, message.kind === "template" ? "template" : "free");
    await requireStillSendable(tx, scope, message, { contact, conversation, now });
    // Uploads the file to the provider again: the old upload may have been the failure.
    const change = { state: "queued" as const, attempts: 0, provider_media_id: null };
    await settleMessage(tx, conversation, { message, change });
    await emit(tx, messageQueued, {
      organizationId: scope.organizationId,
      aggregateId: conversationId,
      payload: { conversationId, notBefore: null },
    });
    return messageInSight(tx, scope, messageId);
  });
}
