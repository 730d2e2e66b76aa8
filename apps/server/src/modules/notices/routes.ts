import type { AccountId } from "@homeroom/contract/ids";
import { notices } from "@homeroom/contract/notices";
import { updates } from "@homeroom/contract/updates";
import { peopleByIds } from "#modules/accounts/public";
import { fileAddress, fileById, presentStoredPicture, removeFilesByIds, storePicture } from "#modules/files/public";
import { unreadNotifications } from "#modules/notifications/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inReadOnlyTransaction, type Tx } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addNotice } from "./actions/add-notice.ts";
import { editNotice } from "./actions/edit-notice.ts";
import { deleteNotices, publishNotice, revokeNotice } from "./actions/publish-notice.ts";
import { openNotice, readAllNotices } from "./actions/read-notices.ts";
import { presentDetail, presentForm, presentMyNotice, presentNotice, presentReader } from "./present.ts";
import { myNotices, unreadNotices } from "./queries/my-notices.ts";
import { listNotices, loadNotice, type Notice } from "./queries/notices.ts";
import { readersPage } from "./queries/recipients.ts";
import { targetChoices } from "./queries/targets.ts";
import { updateLog } from "./rules/update-log.ts";

/** In pixels: a notice is up to 640 wide, screens have up to twice as many. */
const maxSide = 1600;

/** Binds the calls of notices: those of their authors and those of their readers. */
export function bindNoticeRoutes(bind: Binder, platform: Platform): void {
  bindAuthorRoutes(bind, platform);
  bindReaderRoutes(bind, platform);
  bind(updates.list, (_, { language }) => updateLog(language));
}

function bindAuthorRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(notices.page, (request, { actor }) =>
    reading(db, actor, async (tx, scope) => {
      const { rows, total } = await listNotices(tx, scope, request);
      const names = await namesIn(tx, scope, rows);
      const { pageNum, pageSize } = request;
      return { list: rows.map((row) => presentNotice(row, names)), total, pageNum, pageSize };
    }),
  );
  bind(notices.targets, (_, { actor }) => reading(db, actor, targetChoices));
  bind(notices.form, ({ id }, { actor }) =>
    reading(db, actor, async (tx, scope) => {
      const notice = await loadNotice(tx, scope, id);
      return presentForm(notice, await pictureOf(platform, tx, scope, notice));
    }),
  );
  bind(notices.readers, ({ id, pageNum, pageSize }, { actor }) =>
    reading(db, actor, async (tx, scope) => {
      await loadNotice(tx, scope, id);
      const { rows, total } = await readersPage(tx, scope, { noticeId: id, pageNum, pageSize });
      return { list: rows.map(presentReader), total, pageNum, pageSize };
    }),
  );
  bind(notices.add, (form, { actor }) => addNotice(db, actor, form));
  bind(notices.edit, async (form, { actor }) =>
    removeFilesByIds(platform, sharedScope(actor), await editNotice(db, actor, form)),
  );
  bind(notices.publish, (of, { actor }) => publishNotice(db, actor, of));
  bind(notices.revoke, (of, { actor }) => revokeNotice(db, actor, of));
  bind(notices.remove, async ({ ids }, { actor }) =>
    removeFilesByIds(platform, sharedScope(actor), await deleteNotices(db, actor, ids)),
  );
  bind(notices.uploadImage, async (_, { actor, upload }) => {
    const file = await storePicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, maxSide });
    return presentStoredPicture(platform, file);
  });
}

function bindReaderRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(notices.myPage, (request, { actor }) =>
    reading(db, actor, async (tx, scope) => {
      const { rows, ...page } = await myNotices(tx, scope, actor, request);
      const names = await namesIn(tx, scope, rows);
      const list = rows.map((row) => presentMyNotice(row, names));
      return { ...page, list, pageNum: request.pageNum, pageSize: request.pageSize };
    }),
  );
  bind(notices.unreadCount, (_, { actor }) =>
    reading(db, actor, async (tx, scope) => {
      const { count, urgent } = await unreadNotices(tx, scope, actor);
      return { notices: count, notifications: await unreadNotifications(tx, scope, actor.accountId), urgent };
    }),
  );
  bind(notices.detail, ({ id }, { actor }) =>
    openNotice(db, actor, id, async (tx, scope, notice) => {
      const names = await namesIn(tx, scope, [notice]);
      return presentDetail(notice, names, await pictureOf(platform, tx, scope, notice));
    }),
  );
  bind(notices.readAll, (_, { actor }) => readAllNotices(db, actor));
}

async function pictureOf(platform: Platform, tx: Tx, scope: Scope, { image_file_id: id }: Notice) {
  const file = id && (await fileById(tx, scope, id));
  return file ? fileAddress(platform, file) : null;
}

function reading<Result>(
  db: Platform["db"],
  actor: Actor,
  work: (tx: Tx, scope: Scope) => Promise<Result>,
): Promise<Result> {
  const scope = sharedScope(actor);
  return inReadOnlyTransaction(db, scope, (tx) => work(tx, scope));
}

type NoticeAuthors = { published_by: AccountId | null; created_by: AccountId | null };

function namesIn(tx: Tx, scope: Scope, rows: readonly NoticeAuthors[]) {
  const ids = rows.flatMap((row) => [row.published_by, row.created_by]).filter((id) => id !== null);
  return peopleByIds(tx, scope, ids);
}
