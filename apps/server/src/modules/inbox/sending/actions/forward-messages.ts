import { chatComposer, type ForwardResult } from "@homeroom/contract/chat-composer";
import { maxPlaceTextLength, Place } from "@homeroom/contract/chat-place";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { type FileId, type LeadId, MessageId } from "@homeroom/contract/ids";
import { v5 } from "uuid";
import { fileById, removeFilesByIds, type StoredFile, storeFile } from "#modules/files/public";
import { leadHeads, recordStaffMessage } from "#modules/leads/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { requireHold } from "../../conversations/actions/hold-conversation.ts";
import { findConversation } from "../../conversations/queries/conversations.ts";
import { visibleMessage } from "../../conversations/queries/message-rows.ts";
import type { Message } from "../../conversations/writes/change-conversation.ts";
import { queueMessage } from "../writes/queue-message.ts";
import { contactFor } from "../writes/staff-message.ts";
import { requireCaption, requireSendable } from "./send-message.ts";

/** A forwarded message: its text, and a separate copy of its file for the receiver. */
interface ForwardedCopy {
  message: Message;
  file: StoredFile | null;
}

const forwardable: readonly string[] = ["text", "image", "video", "audio", "document", "location"];

/**
 * Forwards messages to other customers, in the order of the conversation. Each customer is served or refused
 * separately; with the same forwardId nobody is served twice. Throws NOT_FOUND if one of the messages or customers is
 * not visible, MESSAGE_NOT_FORWARDABLE for messages that cannot be forwarded.
 */
export async function forwardMessages(
  platform: Platform,
  actor: Actor,
  form: RequestOf<typeof chatComposer.forward>,
  key?: string,
): Promise<ForwardResult[]> {
  requireAccess(actor, chatComposer.forward);
  const scope = scopeOf(actor, "chat:message:all");
  const leadIds = [...new Set(form.leadIds)];
  const forwardId = form.forwardId ?? idOfKey(actor, "forward", key);
  const { originals, names } = await inTransaction(platform.db, scope, async (tx) => {
    for (const leadId of leadIds) {
      if (!(await findConversation(tx, scope, { leadId }))) throw new AppError("NOT_FOUND");
    }
    return { originals: await originalsOf(tx, scope, form.messageIds), names: await leadHeads(tx, scope, leadIds) };
  });
  const results: ForwardResult[] = [];
  for (const leadId of leadIds) {
    const refusal = await forwardTo(platform, { scope, actor }, { leadId, originals, forwardId });
    const nickname = names.get(leadId)?.nickname ?? "";
    results.push({ leadId, nickname, sent: refusal ? 0 : originals.length, refusal });
  }
  return results;
}

async function originalsOf(tx: Tx, scope: Scope, ids: readonly MessageId[]): Promise<Message[]> {
  const found: Message[] = [];
  for (const id of new Set(ids)) {
    const message = await visibleMessage(tx, scope, id);
    if (!message) throw new AppError("NOT_FOUND");
    const gone = message.revoked_at !== null || message.state === "cancelled";
    if (gone || !forwardable.includes(message.kind)) throw new AppError("MESSAGE_NOT_FORWARDABLE");
    const file = message.file_id ? await fileById(tx, scope, message.file_id) : undefined;
    const isThere = message.kind === "text" || (message.kind === "location" ? hasPlace(message) : file?.storage_key);
    if (!isThere) throw new AppError("MESSAGE_NOT_FORWARDABLE");
    found.push(message);
  }
  return found.sort((one, other) => one.position - other.position);
}

function hasPlace(message: Message): boolean {
  return Place.safeParse(placeDetails(message)).success;
}

/** Other fields of a received location belong to its provider, and its texts must fit our limits. */
function placeDetails({ details: { latitude, longitude, name, address }, text }: Message): Record<string, unknown> {
  const words = (value: unknown) =>
    typeof value === "string" ? value.slice(0, maxPlaceTextLength).toWellFormed() : "";
  const where = { latitude, longitude, address: words(address) };
  return { ...where, name: words(name) || words(text) || `${String(latitude)}, ${String(longitude)}` };
}

/** Null if everything was queued for them, otherwise why nothing was. */
async function forwardTo(
  platform: Platform,
  by: { scope: Scope; actor: Actor },
  what: { leadId: LeadId; originals: readonly Message[]; forwardId: string },
): Promise<ForwardResult["refusal"]> {
  try {
    const isDone = await inTransaction(platform.db, by.scope, (tx) => isServed(tx, by, what));
    if (isDone) return null;
    const copies = await copiesOf(platform, by, what.originals);
    let used: readonly FileId[] = [];
    try {
      used = await inTransaction(platform.db, by.scope, (tx) => queueCopies(tx, by, { ...what, copies }));
    } catch (error) {
      // After any other error the transaction may have been committed.
      if (error instanceof AppError) await removeUnused(platform, by.scope, { copies, used });
      throw error;
    }
    await removeUnused(platform, by.scope, { copies, used });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

/** Removes the copies of files that no message got. */
async function removeUnused(
  platform: Platform,
  scope: Scope,
  { copies, used }: { copies: readonly ForwardedCopy[]; used: readonly FileId[] },
): Promise<void> {
  const ids = copies.flatMap(({ file }) => (file && !used.includes(file.file_id) ? [file.file_id] : []));
  await removeFilesByIds(platform, scope, ids);
}

/** Whether they already have everything. Throws the reason why they cannot get it, before any file is copied. */
async function isServed(
  tx: Tx,
  { scope, actor }: { scope: Scope; actor: Actor },
  { leadId, originals, forwardId }: { leadId: LeadId; originals: readonly Message[]; forwardId: string },
): Promise<boolean> {
  const conversation = await findConversation(tx, scope, { leadId });
  if (!conversation) throw new AppError("NOT_FOUND");
  const last = originals.at(-1);
  if (last && (await isThere(tx, scope, copyId(actor, { forwardId, leadId, message: last })))) return true;
  const contact = await contactFor(tx, conversation, {});
  await requireSendable(tx, contact, new Date());
  for (const message of originals) if (message.file_id) await requireCaption(tx, contact, message);
  return false;
}

/** The same copy of the same forward has the same id. */
function copyId(actor: Actor, of: { forwardId: string; leadId: LeadId; message: Message }): MessageId {
  return MessageId.parse(v5(`${of.forwardId} ${of.message.message_id} ${of.leadId}`, actor.accountId));
}

async function copiesOf(
  platform: Platform,
  { scope, actor }: { scope: Scope; actor: Actor },
  originals: readonly Message[],
): Promise<ForwardedCopy[]> {
  const copies: ForwardedCopy[] = [];
  for (const message of originals) {
    const { file_id: fileId } = message;
    const file = fileId ? await inTransaction(platform.db, scope, (tx) => fileById(tx, scope, fileId)) : undefined;
    copies.push({ message, file: file?.storage_key ? await copyOf(platform, { scope, actor }, file) : null });
  }
  return copies;
}

function copyOf(platform: Platform, by: { scope: Scope; actor: Actor }, file: StoredFile): Promise<StoredFile> {
  const { name, content_type: contentType, size, width, height } = file;
  return platform.files.withPath(file.storage_key ?? "", (path) =>
    storeFile(platform, by.scope, {
      path,
      name,
      contentType,
      size,
      ...(width !== null && height !== null && { width, height }),
      createdBy: by.actor.accountId,
    }),
  );
}

/** Returns the files that the queued messages have. */
async function queueCopies(
  tx: Tx,
  { scope, actor }: { scope: Scope; actor: Actor },
  what: { leadId: LeadId; forwardId: string; copies: readonly ForwardedCopy[] },
): Promise<FileId[]> {
  const { leadId } = what;
  const used: FileId[] = [];
  const now = new Date();
  // Locks the lead, which goes before the conversation.
  await recordStaffMessage(tx, scope, { leadId, at: now });
  for (const { message, file } of what.copies) {
    const conversation = await findConversation(tx, scope, { leadId }, "lock");
    if (!conversation) throw new AppError("NOT_FOUND");
    const messageId = copyId(actor, { ...what, message });
    if (await isThere(tx, scope, messageId)) continue;
    await requireHold(tx, scope, actor, conversation);
    const contact = await contactFor(tx, conversation, {});
    await requireSendable(tx, contact, now);
    if (file) await requireCaption(tx, contact, message);
    const said = {
      messageId,
      kind: message.kind,
      text: message.text,
      details: file ? { fileName: file.name } : message.kind === "location" ? placeDetails(message) : {},
      fileId: file?.file_id ?? null,
      quoted: null,
      author: "staff" as const,
      senderId: actor.accountId,
      notBefore: null,
      forwarded: true,
      unattended: true,
    };
    await queueMessage(tx, conversation, { contact, message: said, now });
    if (file) used.push(file.file_id);
  }
  return used;
}

async function isThere(tx: Tx, scope: Scope, messageId: MessageId): Promise<boolean> {
  const found = await findRow(tx, scope, "message", { message_id: messageId });
  return found !== undefined;
}
