import type { RequestOf } from "@homeroom/contract/endpoint";
import type { Language } from "@homeroom/contract/language";
import type { CodeSent, registration } from "@homeroom/contract/registration";
import { emailIsTaken, emailRegistered } from "#modules/accounts/public";
import { type CodeLimits, expireSeconds, mailCode, resendSeconds, takeCodeTurn } from "#modules/sign-in/public";
import { inSystemTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";

/** Mails a code to an address that wants to register. Throws LOGIN_EMAIL_REGISTERED when it signs in somewhere already. */
export async function sendRegisterCode(
  platform: Pick<Platform, "db" | "secrets">,
  limits: CodeLimits,
  { email, locale }: RequestOf<typeof registration.sendCode>,
  call: { ip: string; language: Language },
): Promise<CodeSent> {
  await takeCodeTurn(limits, { purpose: "register", email, ip: call.ip });
  const taken = await inSystemTransaction(platform.db, (tx) => emailIsTaken(tx, email));
  if (taken) throw emailRegistered();
  await mailCode(platform, { purpose: "register", email, language: locale ?? call.language });
  return { resendSeconds, expireSeconds };
}
