import { timingSafeEqual } from "node:crypto";
import { validate } from "uuid";
import type { Database } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { captchaHash } from "./issue-captcha.ts";

/** Uses up a captcha, right or wrong: a second use finds none. Throws if it was not answered correctly in time. */
export async function takeCaptcha(db: Database, token: string, answer: string): Promise<void> {
  const taken = validate(token)
    ? await db.deleteFrom("captcha").where("captcha_id", "=", token).returning(["answer_hash", "expires_at"]).execute()
    : [];
  const captcha = taken[0];
  const right =
    captcha !== undefined &&
    captcha.expires_at.getTime() > Date.now() &&
    timingSafeEqual(captcha.answer_hash, captchaHash(token, answer));
  if (right) return;
  throw new AppError(
    "LOGIN_INVALID_VERIFICATION_CODE",
    {},
    { fields: [{ field: "vCode", name: "LOGIN_INVALID_VERIFICATION_CODE" }] },
  );
}
