import { type FileId, RecordId } from "@homeroom/contract/ids";
import { maxReplies, quickReplies, type ReplyForm } from "@homeroom/contract/quick-replies";
import { recordChange } from "#modules/audit/public";
import { bareType, takeReserved } from "#modules/files/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type FoundReply, groupsOf, lockReply, repliesOf } from "../queries.ts";
import { lockReplies } from "./lock-replies.ts";

type Words = Pick<ReplyForm, "groupID" | "content">;

/** Files omitted from a change stay. */
interface SentReply extends Words {
  image?: ReplyForm["image"] | undefined;
  file?: ReplyForm["file"] | undefined;
}

/**
 * Makes a reply at the end of its group. A repetition with the same proposed id, or the same `key`, answers the reply that is
 * there. Throws NOT_FOUND for a group or file that is not there, SETTING_LIMIT_REACHED, STALE_DATA where that reply is of
 * another form; files are one's own uploads for a reply, of the right kind, and each is in one reply: it goes with it.
 */
export function addReply(db: Database, actor: Actor, form: ReplyForm, key?: string): Promise<RecordId> {
  requireAccess(actor, quickReplies.addMessage);
  const scope = sharedScope(actor);
  const recordID = form.recordID ?? RecordId.parse(idOfKey(actor, "quick reply", key));
  return refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, async (tx) => {
      await lockReplies(tx, scope);
      if (!(await isAlreadyStored(tx, scope, { recordID, actor, form })))
        await save(tx, scope, { actor, recordID, before: undefined, form });
      return recordID;
    }),
  );
}

/** Whether the form was sent before, by the same person. */
async function isAlreadyStored(
  tx: Tx,
  scope: Scope,
  { recordID, actor, form }: { recordID: RecordId; actor: Actor; form: ReplyForm },
): Promise<boolean> {
  const found = await findRow(tx, scope, "reply_message", { reply_id: recordID });
  if (!found) return false;
  if (found.created_by !== actor.accountId) throw takenId("recordID");
  const isSame =
    found.group_id === form.groupID &&
    found.content === form.content &&
    found.image_id === (form.image || null) &&
    found.file_id === (form.file || null);
  // A response was lost, and the form was changed before the retry.
  if (!isSame) throw new AppError("STALE_DATA");
  return true;
}

/** Changes a reply; answers the files that it has no use for any more. Throws NOT_FOUND for one that is not there, and as `addReply`. */
export function editReply(db: Database, actor: Actor, form: SentReply & { recordID: RecordId }): Promise<FileId[]> {
  requireAccess(actor, quickReplies.editMessage);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    await lockReplies(tx, scope);
    const before = await lockReply(tx, scope, form.recordID);
    if (!before) throw new AppError("NOT_FOUND");
    return save(tx, scope, { actor, recordID: form.recordID, before, form });
  });
}

interface Saving {
  actor: Actor;
  recordID: RecordId;
  before: FoundReply | undefined;
  form: SentReply;
}

async function save(tx: Tx, scope: Scope, { actor, recordID, before, form }: Saving): Promise<FileId[]> {
  const moves = before?.groupID !== form.groupID;
  if (moves) await requireRoom(tx, scope, form.groupID);
  const image = (form.image ?? before?.imageId) || null;
  const file = (form.file ?? before?.fileId) || null;
  if (image !== before?.imageId) await takeFile(tx, scope, actor, { id: image, kind: "image", field: "image" });
  if (file !== before?.fileId) await takeFile(tx, scope, actor, { id: file, kind: "document", field: "file" });
  const sort = moves ? await lastPlace(tx, scope, form.groupID) : before.sort;
  await write(tx, scope, { recordID, isNew: !before, actor, form, image, file, sort });
  await note(tx, actor, { recordID, before, form });
  return [before?.imageId, before?.fileId].filter((id): id is FileId => id != null && id !== image && id !== file);
}

async function requireRoom(tx: Tx, scope: Scope, groupId: RecordId): Promise<void> {
  const group = (await groupsOf(tx, scope)).find((one) => one.recordID === groupId);
  if (!group) throw new AppError("NOT_FOUND");
  if (group.count >= maxReplies.inGroup) throw new AppError("SETTING_LIMIT_REACHED");
}

async function takeFile(
  tx: Tx,
  scope: Scope,
  actor: Actor,
  wanted: { id: FileId | null; kind: "image" | "document"; field: string },
): Promise<void> {
  if (!wanted.id) return;
  const file = await takeReserved(tx, scope, { fileId: wanted.id, accountId: actor.accountId });
  // Another's file may be of a conversation that is out of sight; one's own of a message, which would lose it with the reply.
  if (!file?.storage_key) throw new AppError("NOT_FOUND");
  const isPicture = bareType(file.content_type).startsWith("image/");
  if (isPicture === (wanted.kind === "image")) return;
  throw new AppError("WRONG_FILE_FORMAT", {}, { fields: [{ field: wanted.field, name: "WRONG_FILE_FORMAT" }] });
}

async function lastPlace(tx: Tx, scope: Scope, groupID: RecordId): Promise<number> {
  return ((await repliesOf(tx, scope, { groupID })).at(-1)?.sort ?? 0) + 1;
}

async function write(
  tx: Tx,
  scope: Scope,
  of: {
    recordID: RecordId;
    isNew: boolean;
    actor: Actor;
    form: Words;
    image: FileId | null;
    file: FileId | null;
    sort: number;
  },
): Promise<void> {
  const { form, image, file, sort } = of;
  const written = { group_id: form.groupID, content: form.content, image_id: image, file_id: file, sort };
  if (of.isNew) {
    await tx
      .insertInto("reply_message")
      .values({
        organization_id: scope.organizationId,
        reply_id: of.recordID,
        created_by: of.actor.accountId,
        ...written,
      })
      .execute();
    return;
  }
  await tx
    .updateTable("reply_message")
    .set({ ...written, updated_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("reply_id", "=", of.recordID)
    .execute();
}

const shownOfContent = 40;

async function note(
  tx: Tx,
  actor: Actor,
  { recordID, before, form }: { recordID: RecordId; before: FoundReply | undefined; form: Words },
): Promise<void> {
  const subject = { type: "quickReply", id: recordID, name: form.content.slice(0, shownOfContent).toWellFormed() };
  await recordChange(tx, actor, {
    module: "chat",
    action: before ? "edited" : "created",
    subject,
    ...(before && { before: { content: before.content, group: before.groupID } }),
    after: { content: form.content, group: form.groupID },
  });
}
