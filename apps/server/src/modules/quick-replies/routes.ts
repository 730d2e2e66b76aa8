import type { FileId } from "@homeroom/contract/ids";
import { type QuickReply, quickReplies } from "@homeroom/contract/quick-replies";
import {
  fileAddress,
  filesByIds,
  presentStoredFile,
  presentStoredPicture,
  removeFilesByIds,
  type StoredFile,
  storeFile,
  storePicture,
} from "#modules/files/public";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { arrangeReplies } from "./actions/arrange-replies.ts";
import { removeGroup, removeReplies } from "./actions/remove-replies.ts";
import { addGroup, renameGroup } from "./actions/save-group.ts";
import { addReply, editReply } from "./actions/save-reply.ts";
import { type FoundReply, groupsOf, repliesOf } from "./queries.ts";

const maxSide = 2048;

export function bindQuickReplyRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bindReading(bind, platform);
  bindUploads(bind, platform);
  bind(quickReplies.addGroup, async (form, { actor }) => ({ recordID: await addGroup(db, actor, form) }));
  bind(quickReplies.renameGroup, async (form, { actor }) => ({ recordID: await renameGroup(db, actor, form) }));
  bind(quickReplies.arrange, (wanted, { actor }) => arrangeReplies(db, actor, wanted));
  bind(quickReplies.deleteGroup, ({ recordID }, { actor }) => removeGroup(db, actor, recordID));
  bind(quickReplies.addMessage, async (form, { actor, header }) => ({
    recordID: await addReply(db, actor, form, header("idempotency-key")),
  }));
  bind(quickReplies.editMessage, async (form, { actor }) => {
    await removeFilesByIds(platform, sharedScope(actor), await editReply(db, actor, form));
    return { recordID: form.recordID };
  });
  bind(quickReplies.deleteMessages, async ({ ids }, { actor }) => {
    const dropped: FileId[] = await removeReplies(db, actor, ids);
    await removeFilesByIds(platform, sharedScope(actor), dropped);
  });
}

function bindReading(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(quickReplies.groups, (_, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, (tx) => groupsOf(tx, scope));
  });
  bind(quickReplies.messages, (wanted, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const replies = await repliesOf(tx, scope, wanted);
      const ids = replies.flatMap(({ imageId, fileId }) => [imageId, fileId].filter((id) => id !== null));
      const files = await filesByIds(tx, scope, ids);
      return replies.map((reply) => presentReply(platform, reply, files));
    });
  });
}

function bindUploads(bind: Binder, platform: Platform): void {
  bind(quickReplies.uploadImage, async (_, { actor, upload }) =>
    presentStoredPicture(
      platform,
      await storePicture(platform, sharedScope(actor), upload, {
        createdBy: actor.accountId,
        isReserved: true,
        maxSide,
      }),
    ),
  );
  bind(quickReplies.uploadFile, async (_, { actor, upload }) => {
    const { path, size, contentType, fileName, extension } = upload;
    const name = fileName || `file.${extension}`;
    const file = { path, size, contentType, name, createdBy: actor.accountId, isReserved: true };
    return presentStoredFile(platform, await storeFile(platform, sharedScope(actor), file));
  });
}

function presentReply(
  platform: Platform,
  { recordID, groupID, content, imageId, fileId, sort }: FoundReply,
  files: ReadonlyMap<FileId, StoredFile>,
): QuickReply {
  const image = imageId ? files.get(imageId) : undefined;
  const file = fileId ? files.get(fileId) : undefined;
  const url = file && fileAddress(platform, file);
  return {
    recordID,
    groupID,
    content,
    image: image ? fileAddress(platform, image) : null,
    imageFileID: imageId,
    file: file && url ? { fileID: file.file_id, name: file.name, url, size: file.size } : null,
    sort,
  };
}
