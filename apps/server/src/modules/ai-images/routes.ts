import { aiImages } from "@homeroom/contract/ai-images";
import { fileById, presentStoredPicture } from "#modules/files/public";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { editImage, generateImages } from "./actions/generate-images.ts";
import { removeImages, restoreImages } from "./actions/remove-images.ts";
import { takeImage } from "./actions/take-image.ts";
import { uploadImage } from "./actions/upload-image.ts";
import type { ImageMaker, ImageUses } from "./port.ts";
import { presentImages, presentQuota } from "./present.ts";
import { allowanceOf } from "./queries/allowance.ts";
import { copiesOf, findTask, imagesOfTask, listImages, loadImage, loadPicture, tagsOf } from "./queries/images.ts";
import { titleOf } from "./rules.ts";

interface Parts {
  platform: Platform;
  maker: ImageMaker | null;
  uses: readonly ImageUses[];
}

export function bindImageRoutes(bind: Binder, parts: Parts): void {
  const { platform, maker } = parts;
  const { db } = platform;
  bindReading(bind, parts);
  bind(aiImages.generate, (form, { actor }) => generateImages({ db, maker }, actor, form));
  bind(aiImages.upload, async (form, { actor, upload }) => {
    const { imageId, file } = await uploadImage(platform, actor, { ...form, upload });
    return { recordID: imageId, ...presentStoredPicture(platform, file) };
  });
  bind(aiImages.edit, (form, { actor }) => editImage(db, actor, form));
  bind(aiImages.remove, ({ ids }, { actor }) => removeImages(db, actor, ids));
  bind(aiImages.restore, ({ ids }, { actor }) => restoreImages(db, actor, ids));
  bind(aiImages.take, async ({ recordID }, { actor }) =>
    presentStoredPicture(platform, await takeImage(platform, actor, recordID)),
  );
  bind(aiImages.download, async ({ recordID }, { actor }) => {
    const scope = sharedScope(actor);
    const { image, file } = await inTransaction(db, scope, async (tx) => {
      const found = await loadPicture(tx, scope, recordID);
      return { image: found, file: await fileById(tx, scope, found.file_id) };
    });
    if (!file?.storage_key) throw new AppError("NOT_FOUND");
    const extension = file.content_type === "image/png" ? "png" : "jpg";
    const body = await platform.files.open(file.storage_key);
    return { body, fileName: `${titleOf(image)}.${extension}`, contentType: file.content_type, size: file.size };
  });
}

function bindReading(bind: Binder, { platform, maker, uses }: Parts): void {
  const { db } = platform;
  bind(aiImages.list, (page, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const { images, total, nextCursor } = await listImages(tx, scope, page);
      const list = await presentImages(platform, tx, { scope, images });
      return { list, total, nextCursor, pageNum: page.pageNum, pageSize: page.pageSize };
    });
  });
  bind(aiImages.info, ({ recordID }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const images = [await loadImage(tx, scope, recordID)];
      const [row] = await presentImages(platform, tx, { scope, images });
      if (!row) throw new AppError("NOT_FOUND");
      const copies = await copiesOf(tx, scope, recordID);
      const usedIn = [];
      for (const usesOf of uses) usedIn.push(...(await usesOf(tx, actor, copies)));
      return { ...row, usedIn };
    });
  });
  bind(aiImages.taskStatus, ({ taskID }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const task = await findTask(tx, scope, taskID);
      if (!task) throw new AppError("NOT_FOUND");
      const all = await imagesOfTask(tx, scope, taskID);
      const images = all.filter(({ deleted_at: at }) => at === null);
      const count = (state: "done" | "failed") => all.filter((image) => image.state === state).length;
      return {
        taskID,
        state: task.state,
        total: all.length,
        doneCount: count("done"),
        failedCount: count("failed"),
        images: await presentImages(platform, tx, { scope, images }),
      };
    });
  });
  bind(aiImages.tags, (_, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) =>
      (await tagsOf(tx, scope)).map(({ tag, count }) => ({ value: tag, label: tag, count })),
    );
  });
  bind(aiImages.quota, (_, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => presentQuota(await allowanceOf(tx, scope), maker));
  });
}
