import type { RequestOf } from "@homeroom/contract/endpoint";
import type { Language } from "@homeroom/contract/language";
import type { passwordReset } from "@homeroom/contract/password-reset";
import type { CodeSent } from "@homeroom/contract/registration";
import {
  accountsNamed,
  type CodeLimits,
  countCodeRequest,
  expireSeconds,
  mailCode,
  resendSeconds,
} from "#modules/sign-in/public";
import { inSystemTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { keyOfNobody, maxReceivers } from "../rules.ts";

/**
 * Mails a code to the account's own address; a staff ID of several organisations to each. An unknown name causes the
 * same work, with a mail that is not sent, and then throws LOGIN_ACCOUNT_NOT_FOUND. Only a person with the code learns
 * whether an account is closed.
 */
export async function sendResetCode(
  platform: Pick<Platform, "db" | "secrets">,
  limits: CodeLimits,
  { accountName, locale }: RequestOf<typeof passwordReset.sendCode>,
  call: { ip: string; language: Language },
): Promise<CodeSent> {
  const named = await inSystemTransaction(platform.db, (tx) => accountsNamed(tx, accountName, { most: maxReceivers }));
  const nobody = { email: keyOfNobody(accountName), language: call.language };
  const receivers = named.length > 0 ? named : [nobody];
  for (const { email } of receivers) await countCodeRequest(limits, { purpose: "forgot", email, ip: call.ip });
  for (const { email, language } of receivers) {
    const to = { purpose: "forgot" as const, email, language: locale ?? language };
    await mailCode(platform, { ...to, toNobody: named.length === 0 });
  }
  if (named.length === 0) throw accountNotFound("accountName");
  return { resendSeconds, expireSeconds };
}

/** The error for an unknown name, at its field. */
export function accountNotFound(field: "accountName" | "AccountName"): AppError {
  const name = "LOGIN_ACCOUNT_NOT_FOUND";
  return new AppError(name, {}, { fields: [{ field, name }] });
}
