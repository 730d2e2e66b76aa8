import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { Language, Texts } from "@homeroom/contract/language";
import { mailAddresses } from "#modules/accounts/public";
import { claimMail } from "#modules/notifications/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type Mail, postMail } from "#platform/mail/mail";
import type { Platform } from "#platform/server-module";
import { loadMyNotice } from "../queries/my-notices.ts";
import { plainText } from "../rules/content.ts";

/** Mails a notice to one person, unless they have read it, it was revoked, or they got it within 24 hours. */
export function mailNotice(
  { db, settings }: Pick<Platform, "db" | "settings">,
  scope: Scope,
  { noticeId, accountId }: { noticeId: RecordId; accountId: AccountId },
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const notice = await loadMyNotice(tx, scope, { accountId }, noticeId).catch(absentAsNull);
    if (!notice || notice.is_read) return;
    const [person] = await mailAddresses(tx, scope, [accountId]);
    if (!person || !(await claimMail(tx, scope, { accountId, kind: "notice.published", subjectId: noticeId }))) return;
    await postMail(tx, noticeMail(person, notice, settings.PUBLIC_URL));
  });
}

function absentAsNull(error: unknown): null {
  if (error instanceof AppError && error.code === "NOT_FOUND") return null;
  throw error;
}

const subject: Texts = { "zh-tw": "公告：{title}", "zh-cn": "公告：{title}", en: "Notice: {title}" };
const open: Texts = { "zh-tw": "開啟公告", "zh-cn": "打开公告", en: "Open the notice" };
const longest = 1000;

/** A notice as a mail: its text and a link. */
function noticeMail(
  person: { email: string; language: Language },
  notice: { notice_id: string; title: string; content: string },
  publicUrl: string | undefined,
): Mail {
  const { email, language } = person;
  const text = plainText(notice.content);
  const address = publicUrl && new URL(`/dashboard?notice=${notice.notice_id}`, publicUrl).href;
  return {
    to: email,
    language,
    subject: subject[language].replace("{title}", () => notice.title),
    paragraphs: [notice.title, text.length > longest ? `${text.slice(0, longest)}…` : text],
    ...(address && { button: { label: open[language], address } }),
  };
}
