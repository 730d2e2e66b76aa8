import type { EmailContent } from "@homeroom/contract/email-templates";
import type { BranchId } from "@homeroom/contract/ids";
import { addresseesOf } from "#modules/accounts/public";
import { mailAccountOf } from "#modules/email-settings/public";
import { branchById } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { SmtpFailure, sendBySmtp } from "#platform/mail/smtp-account";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { fillMail } from "../rules/fill-mail.ts";
import { testSubject } from "../rules/mail-words.ts";
import { requirePictures } from "./require-pictures.ts";
import { writeMail } from "./write-mail.ts";

/**
 * Sends a mail to the caller's own address, as the branch's recipients get it except for a mark in its subject. Throws
 * EMAIL_NOT_SET_UP for a branch without a mail server, NOT_FOUND for one out of reach, FIELD_INVALID for a
 * picture that the caller may not show, and EMAIL_TEST_FAILED with the reason.
 */
export async function sendTestMail(
  platform: Platform,
  limit: RateLimit,
  {
    actor,
    content,
    branchId = actor.branchId,
  }: { actor: Actor; content: EmailContent; branchId?: BranchId | undefined },
): Promise<{ receiver: string }> {
  const { db, settings } = platform;
  const scope = scopeOf(actor, "bulk:plan:query");
  const { account, receiver, facts } = await inTransaction(db, scope, async (tx) => {
    await requirePictures(tx, scope, actor, content);
    const isReached = scope.branchIds === null || scope.branchIds.includes(branchId);
    const branch = isReached ? await branchById(tx, scope, branchId) : null;
    if (!branch) throw new AppError("NOT_FOUND");
    const found = await mailAccountOf(platform, tx, { scope, branchId });
    if (!found) throw new AppError("EMAIL_NOT_SET_UP");
    const [own] = await addresseesOf(tx, scope, [actor.accountId]);
    if (!own?.email) throw new AppError("NOT_FOUND");
    const facts = { nickname: own.nickname, sales: own.nickname, branch: branch.name };
    return { account: found.account, receiver: own.email, facts };
  });
  await limit.take(actor.accountId);
  const mail = await writeMail(platform, scope, content);
  const { subject, html, text } = fillMail(mail, {
    facts,
    link: (number) => mail.links[number] ?? "",
    unsubscribe: "#",
  });
  try {
    const letter = { recipient: receiver, subject: testSubject(content.language, subject), html, text };
    await sendBySmtp(account, letter, { insideAllowed: !settings.serving });
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    throw new AppError(
      "EMAIL_TEST_FAILED",
      {},
      { details: { reason: error.reason, answer: error.answer }, cause: error },
    );
  }
  return { receiver };
}
