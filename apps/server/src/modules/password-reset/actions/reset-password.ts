import type { RequestOf } from "@homeroom/contract/endpoint";
import type { Language, Texts } from "@homeroom/contract/language";
import type { passwordReset } from "@homeroom/contract/password-reset";
import { replacePassword } from "#modules/accounts/public";
import { recordChange } from "#modules/audit/public";
import {
  accountsNamed,
  checkCode,
  endAccess,
  requireOpen,
  type SignInAccount,
  type SignInLimits,
  spendCode,
} from "#modules/sign-in/public";
import { hashPassword } from "#platform/auth/passwords";
import { organizationScope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type Mail, postMail } from "#platform/mail/mail";
import { createRateLimit, type RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { keyOfNobody, maxReceivers } from "../rules.ts";
import { accountNotFound } from "./send-reset-code.ts";

/** Refused resets that lock further ones from the same address; failed sign-ins, which a reset clears. */
export interface ResetLimits {
  place: RateLimit;
  signIn: SignInLimits;
}

export function resetPlaceLimit(platform: Pick<Platform, "db" | "settings">): RateLimit {
  return createRateLimit(platform, { name: "reset-place", points: 20, seconds: 900 });
}

/**
 * Sets a new password with a mailed code: ends all sessions, writes the audit log and notifies the holder by mail. The code
 * is used once; a refused form leaves it valid.
 */
export async function resetPassword(
  platform: Pick<Platform, "db" | "secrets">,
  limits: ResetLimits,
  form: RequestOf<typeof passwordReset.reset>,
  ip: string,
): Promise<void> {
  await limits.place.take(ip);
  const account = await holderOfCode(platform, form);
  requireOpen(account);
  const passwordHash = await hashPassword(form.Password);
  const scope = organizationScope(account.organizationId);
  await inTransaction(platform.db, scope, (tx) => write(tx, account, passwordHash));
  await limits.signIn.account.clear(account.accountId);
  await limits.place.giveBack(ip);
}

/** The owner of this code, among the accounts with the name. An unknown code takes the same steps. */
async function holderOfCode(
  platform: Pick<Platform, "db" | "secrets">,
  { AccountName, VCode }: RequestOf<typeof passwordReset.reset>,
): Promise<SignInAccount> {
  const named = await inSystemTransaction(platform.db, (tx) => accountsNamed(tx, AccountName, { most: maxReceivers }));
  const emails = named.length > 0 ? named.map(({ email }) => email) : [keyOfNobody(AccountName)];
  let refusal: unknown;
  for (const [index, email] of emails.entries()) {
    try {
      await checkCode(platform, { purpose: "forgot", email, code: VCode });
      const holder = named[index];
      if (holder) return holder;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = atItsField(error);
    }
  }
  throw named.length > 0 ? refusal : accountNotFound("AccountName");
}

/** Renames the field in the code's error to that of this call. */
function atItsField(error: AppError): AppError {
  return new AppError(error.code, error.data, { fields: [{ field: "VCode", name: error.code }] });
}

async function write(tx: Tx, account: SignInAccount, passwordHash: string): Promise<void> {
  const { organizationId, accountId, nickname, email, language } = account;
  const scope = organizationScope(organizationId);
  // The account before the code, as a change of the password locks them.
  await replacePassword(tx, scope, { accountId, passwordHash });
  await spendCode(tx, { purpose: "forgot", email });
  const subject = { type: "account", id: accountId, name: nickname };
  const operator = { organizationId, accountId, nickname };
  await endAccess(tx, scope, { accountId, nickname, by: operator });
  await recordChange(tx, operator, { module: "user", action: "passwordReset", subject });
  await postMail(tx, passwordResetMail({ email, language }));
}

const subject: Texts = {
  "zh-tw": "您的登入密碼已重設",
  "zh-cn": "您的登录密码已重置",
  en: "Your password was reset",
};

const what: Texts = {
  "zh-tw": "您的 Homeroom 登入密碼剛剛經由電郵驗證碼重設，所有裝置均已登出。",
  "zh-cn": "您的 Homeroom 登录密码刚刚通过邮箱验证码重置，所有设备均已退出登录。",
  en: "Your Homeroom password was just reset with a code sent to this address. All devices have been signed out.",
};

const notYou: Texts = {
  "zh-tw": "若不是您本人操作，請檢查電郵帳號的安全，立即再次重設密碼，並通知機構的管理員。",
  "zh-cn": "若不是您本人操作，请检查邮箱账号的安全，立即再次重置密码，并通知机构的管理员。",
  en: "If this was not you, secure your mailbox, reset the password again at once and tell your administrator.",
};

/** Notifies an account's holder of the new password. */
function passwordResetMail({ email, language }: { email: string; language: Language }): Mail {
  return {
    to: email,
    language,
    subject: subject[language],
    paragraphs: [what[language], notYou[language]],
    urgent: true,
  };
}
