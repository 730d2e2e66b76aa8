import type { ResponseOf } from "@homeroom/contract/endpoint";
import type { AccountId } from "@homeroom/contract/ids";
import {
  type MyNoticeRow,
  type NoticeDetail,
  type NoticeReader,
  type NoticeRow,
  type notices,
  publishStates,
} from "@homeroom/contract/notices";
import type { PersonName } from "#modules/accounts/public";
import type { MyNotice } from "./queries/my-notices.ts";
import type { ListedNotice, Notice } from "./queries/notices.ts";
import { excerptOf, isPublished } from "./rules/content.ts";

/** People by id, for their names. */
export type Names = ReadonlyMap<AccountId, PersonName>;

export function publishStatusOf(notice: Notice): number {
  if (isPublished(notice)) return publishStates.published;
  return notice.revoked_at ? publishStates.revoked : publishStates.draft;
}

export function presentNotice(notice: ListedNotice, names: Names): NoticeRow {
  const { title, type, level, version } = notice;
  return {
    ...idsOf(notice),
    title,
    type,
    level,
    targetType: notice.target_type,
    publishStatus: publishStatusOf(notice),
    publisherName: nameOf(notice.published_by, names),
    publishTime: notice.published_at?.toISOString() ?? null,
    revokeTime: notice.revoked_at?.toISOString() ?? null,
    creator: nameOf(notice.created_by, names),
    createTime: notice.created_at.toISOString(),
    updateTime: notice.updated_at.toISOString(),
    targetCount: notice.target_count,
    readCount: notice.read_count,
    version,
  };
}

export function presentMyNotice(notice: MyNotice, names: Names): MyNoticeRow {
  return { ...headOf(notice, names), excerpt: excerptOf(notice.content), isRead: notice.is_read };
}

export function presentDetail(notice: MyNotice, names: Names, imageUrl: string | null): NoticeDetail {
  return { ...headOf(notice, names), content: notice.content, imageUrl };
}

export function presentForm(notice: Notice, imageUrl: string | null): ResponseOf<typeof notices.form> {
  const { title, content, type, level, version } = notice;
  return {
    id: notice.notice_id,
    ...{ title, content, type, level, version, imageUrl },
    targetType: notice.target_type,
    targetIds: notice.target_ids,
    imageFileID: notice.image_file_id,
    publishStatus: publishStatusOf(notice),
  };
}

export function presentReader(row: { account_id: AccountId; nickname: string; read_at: Date | null }): NoticeReader {
  return { accountID: row.account_id, nickname: row.nickname, readTime: row.read_at?.toISOString() ?? null };
}

function headOf(notice: MyNotice, names: Names) {
  const { title, type, level, published_at, published_by } = notice;
  const publishTime = (published_at ?? new Date(0)).toISOString();
  return { ...idsOf(notice), title, type, level, publisherName: nameOf(published_by, names), publishTime };
}

function idsOf({ notice_id: id }: Pick<Notice, "notice_id">) {
  return { id, recordID: id };
}

function nameOf(accountId: AccountId | null, names: Names): string {
  return (accountId && names.get(accountId)?.nickname) ?? "";
}
