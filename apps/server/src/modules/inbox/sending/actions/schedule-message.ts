import { chatComposer, maxScheduled, scheduleDays } from "@homeroom/contract/chat-composer";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { channelById } from "../../channels/queries/channels.ts";
import { type Contact, contactById } from "../../contacts/queries/contacts.ts";
import { requireNotTaken } from "../../conversations/actions/hold-conversation.ts";
import { findConversation } from "../../conversations/queries/conversations.ts";
import {
  type Conversation,
  changeConversation,
  publishConversationChange,
} from "../../conversations/writes/change-conversation.ts";
import { messageScheduled } from "../../events.ts";
import { hasReplyWindow, later } from "../../rules.ts";
import { countScheduled, type ListedScheduledMessage, scheduledById } from "../queries/scheduled.ts";
import { contactFor } from "../writes/staff-message.ts";
import { contentOf, requireCaption, requireSendable } from "./send-message.ts";

/**
 * Stores a message to be sent at a time within the reply window, if there is one. The same scheduledId again returns the first.
 * Throws what would refuse it now, including another person's hold, and refuses times in the past or outside the window.
 */
export function scheduleMessage(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof chatComposer.schedule>,
): Promise<ListedScheduledMessage> {
  requireAccess(actor, chatComposer.schedule);
  const scope = scopeOf(actor, "chat:message:all");
  const scheduledId = form.scheduledId ?? RecordId.parse(v7());
  return refusingTakenId(new AppError("NOT_FOUND"), () =>
    inTransaction(db, scope, async (tx) => {
      const conversation = await findConversation(tx, scope, { leadId: form.leadId }, "lock");
      if (!conversation) throw new AppError("NOT_FOUND");
      if (await isTaken(tx, scope, scheduledId)) return sameScheduled(tx, scope, { scheduledId, conversation, actor });
      await requireNotTaken(tx, scope, actor, conversation);
      const contact = await contactFor(tx, conversation, form);
      await requireSendable(tx, contact, new Date());
      const sendAt = new Date(form.sendAt);
      await requireMoment(tx, sendAt, contact);
      if ((await countScheduled(tx, scope, contact.contact_id)) >= maxScheduled)
        throw new AppError("SETTING_LIMIT_REACHED");
      const content = await contentOf(tx, { scope, actor, form, conversation });
      if (content.file) await requireCaption(tx, contact, content);
      await tx
        .insertInto("scheduled_message")
        .values({
          organization_id: scope.organizationId,
          scheduled_id: scheduledId,
          contact_id: contact.contact_id,
          kind: form.type,
          text: content.text,
          file_id: content.file?.file_id ?? null,
          quoted_id: content.quoted?.quoted_id ?? null,
          send_at: sendAt,
          failure: null,
          created_by: actor.accountId,
        })
        .execute();
      await publishScheduled(tx, conversation, { scheduledId, sendAt });
      return listed(tx, scope, scheduledId);
    }),
  );
}

/** Changes the text or time of the actor's own scheduled message. Throws STALE_DATA if it changed or was sent meanwhile. */
export function editScheduled(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof chatComposer.editScheduled>,
): Promise<ListedScheduledMessage> {
  requireAccess(actor, chatComposer.editScheduled);
  const scope = scopeOf(actor, "chat:message:all");
  const { scheduledId } = form;
  return inTransaction(db, scope, async (tx) => {
    const { row, conversation } = await lockScheduled(tx, scope, scheduledId);
    if (row.created_by !== actor.accountId) throw new AppError("PERMISSION_DENIED");
    if (row.version !== form.version) throw new AppError("STALE_DATA");
    const text = form.content.trim();
    if (text === "" && row.kind === "text") throw new AppError("CHAT_MESSAGE_REQUIRED");
    const sendAt = new Date(form.sendAt);
    const contact = await contactById(tx, scope, row.contact_id);
    if (row.file_id) await requireCaption(tx, contact, { kind: row.kind, text });
    await requireMoment(tx, sendAt, contact);
    await tx
      .updateTable("scheduled_message")
      .set({ text, send_at: sendAt, version: row.version + 1 })
      .where("organization_id", "=", scope.organizationId)
      .where("scheduled_id", "=", scheduledId)
      .execute();
    await publishScheduled(tx, conversation, { scheduledId, sendAt });
    return listed(tx, scope, scheduledId);
  });
}

/** Cancels a scheduled message: the actor's own, or anyone's with the permission to take over. */
export function removeScheduled(db: Database, actor: Actor, scheduledId: RecordId): Promise<void> {
  requireAccess(actor, chatComposer.deleteScheduled);
  const scope = scopeOf(actor, "chat:message:all");
  return inTransaction(db, scope, async (tx) => {
    const { row, conversation } = await lockScheduled(tx, scope, scheduledId);
    if (row.created_by !== actor.accountId) requirePermission(actor, "chat:message:takeover");
    await tx
      .updateTable("scheduled_message")
      .set({ state: "deleted", text: "", version: row.version + 1 })
      .where("organization_id", "=", scope.organizationId)
      .where("scheduled_id", "=", scheduledId)
      .execute();
    const changed = await changeConversation(tx, conversation, {});
    await publishConversationChange(tx, changed, null);
  });
}

/** A scheduled message that is still waiting; its conversation's row is locked before its own. */
async function lockScheduled(
  tx: Tx,
  scope: Scope,
  scheduledId: RecordId,
): Promise<{ row: ListedScheduledMessage; conversation: Conversation }> {
  const seen = await scheduledById(tx, scope, scheduledId);
  if (!seen) throw new AppError("NOT_FOUND");
  const conversation = await findConversation(tx, scope, { conversationId: seen.conversation_id }, "lock");
  await tx
    .selectFrom("scheduled_message")
    .select("scheduled_id")
    .where("organization_id", "=", scope.organizationId)
    .where("scheduled_id", "=", scheduledId)
    .forUpdate()
    .execute();
  const row = await scheduledById(tx, scope, scheduledId);
  if (!conversation || !row) throw new AppError("STALE_DATA");
  return { row, conversation };
}

/** Requires a time in the future, at most some weeks away, and within the period of free messages if there is one. */
async function requireMoment(tx: Tx, sendAt: Date, contact: Contact): Promise<void> {
  const now = Date.now();
  const fault = (name: "SCHEDULE_TIME_NOT_FUTURE" | "SCHEDULE_BEYOND_WINDOW") =>
    new AppError(name, {}, { fields: [{ field: "sendAt", name }] });
  if (sendAt.getTime() <= now) throw fault("SCHEDULE_TIME_NOT_FUTURE");
  const windowEnd = later(contact.window_ends_at, contact.ad_window_ends_at);
  const tooFar = sendAt.getTime() > now + scheduleDays * 86_400_000;
  const channel = await channelById(tx, contact.organization_id, contact.channel_id);
  const hasEnded = hasReplyWindow(channel?.kind ?? "whatsapp") && (!windowEnd || windowEnd <= sendAt);
  if (tooFar || hasEnded) throw fault("SCHEDULE_BEYOND_WINDOW");
}

/** Taken by a message as well, since the sent message gets this id: it could never be sent under another's id. */
async function isTaken(tx: Tx, scope: Scope, scheduledId: RecordId): Promise<boolean> {
  const found = await sql<{ taken: boolean }>`
    select exists (select from scheduled_message
        where organization_id = ${scope.organizationId} and scheduled_id = ${scheduledId})
      or exists (select from message
        where organization_id = ${scope.organizationId} and message_id = ${scheduledId}) as taken`.execute(tx);
  return found.rows[0]?.taken ?? true;
}

async function sameScheduled(
  tx: Tx,
  scope: Scope,
  of: { scheduledId: RecordId; conversation: Conversation; actor: Actor },
): Promise<ListedScheduledMessage> {
  const row = await scheduledById(tx, scope, of.scheduledId);
  const same = row?.conversation_id === of.conversation.conversation_id && row.created_by === of.actor.accountId;
  if (!row || !same) throw new AppError("NOT_FOUND");
  return row;
}

async function listed(tx: Tx, scope: Scope, scheduledId: RecordId): Promise<ListedScheduledMessage> {
  const row = await scheduledById(tx, scope, scheduledId);
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

async function publishScheduled(
  tx: Tx,
  conversation: Conversation,
  { scheduledId, sendAt }: { scheduledId: RecordId; sendAt: Date },
): Promise<void> {
  const changed = await changeConversation(tx, conversation, {});
  await publishConversationChange(tx, changed, null);
  await emit(tx, messageScheduled, {
    organizationId: conversation.organization_id,
    aggregateId: conversation.conversation_id,
    payload: { scheduledId, sendAt: sendAt.toISOString() },
  });
}
