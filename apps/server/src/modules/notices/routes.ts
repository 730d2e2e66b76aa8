import type { AccountId } from "@homeroom/contract/ids";
import { notices } from "@homeroom/contract/notices";
import { updates } from "@homeroom/contract/updates";
import { peopleByIds } from "#modules/accounts/public";
import { unreadNotifications } from "#modules/notifications/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addNotice } from "./actions/add-notice.ts";
import { deleteNotices } from "./actions/delete-notices.ts";
import { editNotice } from "./actions/edit-notice.ts";
import { publishNotice } from "./actions/publish-notice.ts";
import { openNotice, readAllNotices } from "./actions/read-notices.ts";
import { revokeNotice } from "./actions/revoke-notice.ts";
import { presentDetail, presentMyNotice, presentNotice, presentReader, publishStatusOf } from "./present.ts";
import { myNotices, unreadNotices } from "./queries/my-notices.ts";
import { listNotices, loadNotice } from "./queries/notices.ts";
import { readersPage } from "./queries/recipients.ts";
import { targetChoices } from "./queries/targets.ts";
import { updateLog } from "./rules/update-log.ts";

/** Binds the calls of notices: those of their authors and those of their readers. */
export function bindNoticeRoutes(bind: Binder, platform: Platform): void {
  bindAuthorRoutes(bind, platform);
  bindReaderRoutes(bind, platform);
  bind(updates.list, (_, { language }) => updateLog(language));
}

function bindAuthorRoutes(bind: Binder, { db }: Platform): void {
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
      const { title, content, type, level, target_type: targetType, target_ids: targetIds, version } = notice;
      return {
        id,
        title,
        content,
        type,
        level,
        targetType,
        targetIds,
        publishStatus: publishStatusOf(notice),
        version,
      };
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
  bind(notices.edit, (form, { actor }) => quietly(editNotice(db, actor, form)));
  bind(notices.publish, (of, { actor }) => quietly(publishNotice(db, actor, of)));
  bind(notices.revoke, (of, { actor }) => quietly(revokeNotice(db, actor, of)));
  bind(notices.remove, ({ ids }, { actor }) => quietly(deleteNotices(db, actor, ids)));
}

function bindReaderRoutes(bind: Binder, { db }: Platform): void {
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
    openNotice(db, actor, id, async (tx, scope, notice) => presentDetail(notice, await namesIn(tx, scope, [notice]))),
  );
  bind(notices.readAll, (_, { actor }) => quietly(readAllNotices(db, actor)));
}

function reading<Result>(
  db: Platform["db"],
  actor: Actor,
  work: (tx: Tx, scope: Scope) => Promise<Result>,
): Promise<Result> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, (tx) => work(tx, scope));
}

async function quietly(work: Promise<void>): Promise<null> {
  await work;
  return null;
}

type Written = { published_by: AccountId | null; created_by: AccountId | null };

function namesIn(tx: Tx, scope: Scope, rows: readonly Written[]) {
  const ids = rows.flatMap((row) => [row.published_by, row.created_by]).filter((id) => id !== null);
  return peopleByIds(tx, scope, ids);
}
