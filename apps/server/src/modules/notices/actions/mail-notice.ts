import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { mailAddresses } from "#modules/accounts/public";
import { claimMail } from "#modules/notifications/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { postMail } from "#platform/mail/mail";
import type { Platform } from "#platform/server-module";
import { noticeMail } from "../mails.ts";
import { loadMyNotice } from "../queries/my-notices.ts";

/** Mails a notice to one person, unless they have read it, it was taken back, or they had it within 24 hours. */
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
