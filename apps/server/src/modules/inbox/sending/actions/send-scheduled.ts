import { type LeadId, MessageId, type RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { fileById } from "#modules/files/public";
import { recordStaffMessage } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { contactById } from "../../contacts/queries/contacts.ts";
import { requireNotTaken } from "../../conversations/actions/hold-conversation.ts";
import { findConversation } from "../../conversations/queries/conversations.ts";
import { mayWriteIn } from "../../conversations/queries/mentionable.ts";
import { addLine } from "../../conversations/writes/add-line.ts";
import { changeConversation, publishConversationChange } from "../../conversations/writes/change-conversation.ts";
import { scheduledRefused } from "../../events.ts";
import type { ScheduledMessage } from "../queries/scheduled.ts";
import { queueMessage } from "../writes/queue-message.ts";
import { quotedMessage, requireSendable } from "./send-message.ts";

/**
 * Sends a due message, by the current rules and as the person who scheduled it. The message has the scheduled one's
 * id, so repeated runs send it once. A message that may no longer be sent, or comes while another person holds the
 * conversation, is refused: the conversation shows that, and its author is notified.
 */
export async function sendScheduled(db: Database, scope: Scope, scheduledId: RecordId): Promise<void> {
  try {
    await inTransaction(db, scope, (tx) => say(tx, scope, scheduledId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await inTransaction(db, scope, (tx) => refuse(tx, scope, { scheduledId, reason: error.code }));
  }
}

async function say(tx: Tx, scope: Scope, scheduledId: RecordId): Promise<void> {
  const seen = await dueRow(tx, scope, scheduledId);
  const leadId = seen && (await leadOf(tx, scope, seen.contact_id));
  if (!leadId) return;
  const now = new Date();
  await recordStaffMessage(tx, scope, { leadId, at: now });
  const conversation = await findConversation(tx, scope, { leadId }, "lock");
  if (!conversation) throw new AppError("NOT_FOUND");
  const row = await dueRow(tx, scope, scheduledId, "lock");
  if (!row) return;
  if (!(await mayWriteIn(tx, scope, conversation, row.created_by))) throw new AppError("PERMISSION_DENIED");
  await requireNotTaken(tx, scope, { accountId: row.created_by }, conversation);
  const contact = await contactById(tx, scope, row.contact_id);
  await requireSendable(tx, contact, now);
  const file = row.file_id ? await fileById(tx, scope, row.file_id) : undefined;
  const message = {
    messageId: MessageId.parse(scheduledId),
    kind: row.kind,
    text: row.text,
    details: file ? { fileName: file.name } : {},
    fileId: row.file_id,
    quoted: row.quoted_id ? await quotedMessage(tx, conversation, row.quoted_id).catch(withoutQuote) : null,
    author: "staff" as const,
    senderId: row.created_by,
    notBefore: null,
    unattended: true,
  };
  await queueMessage(tx, conversation, { contact, message, now });
  await settle(tx, row, { state: "sent", failure: null });
}

/** The quoted message has moved to another conversation: the message is sent without the quote. */
function withoutQuote(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

async function refuse(
  tx: Tx,
  scope: Scope,
  { scheduledId, reason }: { scheduledId: RecordId; reason: string },
): Promise<void> {
  const seen = await dueRow(tx, scope, scheduledId);
  const leadId = seen && (await leadOf(tx, scope, seen.contact_id));
  if (!leadId) return;
  const conversation = await findConversation(tx, scope, { leadId }, "lock");
  const row = await dueRow(tx, scope, scheduledId, "lock");
  if (!row) return;
  await settle(tx, row, { state: "refused", failure: reason });
  // The lead is deleted: its conversation is hidden, and nobody is notified.
  if (!conversation) return;
  const said = await addLine(tx, conversation, {
    messageId: MessageId.parse(v7()),
    kind: "system",
    text: row.text.slice(0, 200).toWellFormed(),
    details: { change: "scheduledRefused", reason },
    senderId: null,
    at: new Date(),
  });
  const changed = await changeConversation(tx, said.conversation, {});
  await publishConversationChange(tx, changed, null);
  await emit(tx, scheduledRefused, {
    organizationId: scope.organizationId,
    aggregateId: conversation.conversation_id,
    payload: {
      conversationId: conversation.conversation_id,
      leadId,
      version: changed.version,
      accountId: row.created_by,
      reason,
    },
  });
}

function dueRow(tx: Tx, scope: Scope, id: RecordId, lock?: "lock"): Promise<ScheduledMessage | undefined> {
  const row = tx
    .selectFrom("scheduled_message")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("scheduled_id", "=", id)
    .where("state", "=", "waiting")
    // Rescheduled meanwhile: another job runs at its new time, by the database's clock.
    .where("send_at", "<=", sql<Date>`clock_timestamp()`);
  return (lock ? row.forUpdate() : row).executeTakeFirst();
}

async function leadOf(tx: Tx, scope: Scope, contactId: string): Promise<LeadId> {
  return (await contactById(tx, scope, contactId)).lead_id;
}

async function settle(
  tx: Tx,
  row: ScheduledMessage,
  as: { state: "sent" | "refused"; failure: string | null },
): Promise<void> {
  await tx
    .updateTable("scheduled_message")
    .set({ ...as, version: row.version + 1 })
    .where("organization_id", "=", row.organization_id)
    .where("scheduled_id", "=", row.scheduled_id)
    .execute();
}
