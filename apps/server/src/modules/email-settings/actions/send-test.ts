import { type EmailFields, emailSettings } from "@homeroom/contract/email-settings";
import type { Language } from "@homeroom/contract/language";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Letter } from "#platform/mail/carrier";
import { mailHtml, mailText } from "#platform/mail/layout";
import { SmtpFailure, sendBySmtp } from "#platform/mail/smtp-account";
import type { RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { accountForForm } from "../queries/account.ts";
import { keepPass } from "../queries/passes.ts";
import { issuePass } from "../rules/test-pass.ts";

interface Test {
  actor: Actor;
  form: EmailFields;
  receiver: string;
  language: Language;
}

/**
 * Sends a test message with a form's values. Returns and stores a pass, which saving them requires. Throws EMAIL_TEST_FAILED
 * with the reason and the server's own words in its details.
 */
export async function sendTestEmail(
  platform: Platform,
  limit: RateLimit,
  { actor, form, receiver, language }: Test,
): Promise<{ testID: string; expireTime: string }> {
  requireAccess(actor, emailSettings.test);
  const { db, secrets, settings } = platform;
  const scope = scopeOf(actor, "org:email:test");
  const branchId = form.branchID ?? actor.branchId;
  const { account, branchName } = await inTransaction(db, scope, (tx) =>
    accountForForm(platform, tx, { scope, branchId, form }),
  );
  await limit.take(actor.accountId);
  try {
    // No transaction is open while the mail server is asked.
    await sendBySmtp(account, testLetter(language, { receiver, branchName }), { insideAllowed: !settings.serving });
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    const { reason, answer } = error;
    throw new AppError("EMAIL_TEST_FAILED", {}, { details: { reason, answer }, cause: error });
  }
  const pass = issuePass(secrets, { organizationId: actor.organizationId, branchId, account }, Date.now());
  await inTransaction(db, scope, (tx) => keepPass(tx, actor, { branchId, pass: pass.testID }));
  return pass;
}

function testLetter(language: Language, { receiver, branchName }: { receiver: string; branchName: string }): Letter {
  const content = { language, ...testWords(language, branchName) };
  return { recipient: receiver, subject: content.subject, text: mailText(content), html: mailHtml(content) };
}

/** The text of a test message. */
function testWords(language: Language, branch: string): { subject: string; paragraphs: string[] } {
  const words: Record<Language, { subject: string; paragraphs: string[] }> = {
    "zh-tw": {
      subject: `${branch}：測試電郵`,
      paragraphs: ["收到這封信，表示電郵設定可以寄信。", "回到電郵設定按「儲存」即可使用。"],
    },
    "zh-cn": {
      subject: `${branch}：测试邮件`,
      paragraphs: ["收到这封邮件，说明邮件设置可以发信。", "回到邮件设置点击“保存”即可使用。"],
    },
    en: {
      subject: `${branch}: test e-mail`,
      paragraphs: ["This message shows that the e-mail settings work.", "Go back to the settings and save them."],
    },
  };
  return words[language];
}
