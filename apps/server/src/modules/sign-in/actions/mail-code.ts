import { randomInt } from "node:crypto";
import type { Language } from "@homeroom/contract/language";
import { inSystemTransaction } from "#platform/db/transaction";
import { discardMail, postMail } from "#platform/mail/mail";
import { createRateLimit, type RateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { type CodePurpose, codeMail } from "../mails/codes.ts";
import { codeHash } from "../rules/accounts.ts";

/** Decisions section 4: 6 digits for 10 minutes, one a minute and ten a day to an address. */
export const resendSeconds = 60;
export const expireSeconds = 600;

/** Limits of codes: sent to one address, and requested from one place. */
export interface CodeLimits {
  minute: RateLimit;
  day: RateLimit;
  place: RateLimit;
}

export function codeLimits(platform: Pick<Platform, "db" | "settings">): CodeLimits {
  return {
    minute: createRateLimit(platform, { name: "code-minute", points: 1, seconds: resendSeconds }),
    day: createRateLimit(platform, { name: "code-day", points: 10, seconds: 86_400 }),
    place: createRateLimit(platform, { name: "code-place", points: 60, seconds: 3600 }),
  };
}

/** Counts one code requested for an address from a place. Throws TOO_MANY_REQUESTS with the seconds to wait. */
export async function countCodeRequest(
  limits: CodeLimits,
  at: { purpose: CodePurpose; email: string; ip: string },
): Promise<void> {
  const email = at.email.toLowerCase();
  await limits.place.take(at.ip);
  await limits.minute.take(`${at.purpose} ${email}`);
  await limits.day.take(`${at.purpose} ${email}`);
}

/**
 * Sends a new code to an address; the previous one becomes invalid. `toNobody` does the same work for an unknown
 * name, without sending a mail.
 */
export async function mailCode(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  to: { purpose: CodePurpose; email: string; language: Language; toNobody?: boolean },
): Promise<void> {
  const send = to.toNobody ? discardMail : postMail;
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const email = to.email.toLowerCase();
  const row = {
    code_hash: codeHash(secrets, { purpose: to.purpose, email, code }),
    tries: 0,
    sent_at: new Date(),
    expires_at: new Date(Date.now() + expireSeconds * 1000),
  };
  await inSystemTransaction(db, async (tx) => {
    await tx.deleteFrom("mailed_code").where("expires_at", "<", new Date()).execute();
    await tx
      .insertInto("mailed_code")
      .values({ purpose: to.purpose, email, ...row })
      .onConflict((conflict) => conflict.columns(["purpose", "email"]).doUpdateSet(row))
      .execute();
    await send(tx, codeMail(to, code));
  });
}
