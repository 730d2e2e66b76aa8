import { v7 } from "uuid";
import { hashToken } from "#platform/auth/tokens";
import { drawCaptcha, newCaptchaText } from "#platform/captcha/picture";
import type { Database } from "#platform/db/transaction";

const goodForSeconds = 120;

/** A picture and its token. Only the answer's hash is stored, salted with the token. */
export async function issueCaptcha(db: Database): Promise<{ token: string; image: string; answer: string }> {
  const answer = newCaptchaText();
  const picture = await drawCaptcha(answer);
  const token = v7();
  await db.deleteFrom("captcha").where("expires_at", "<", new Date()).execute();
  await storeCaptcha(db, token, answer);
  return { token, image: `data:image/png;base64,${picture.toString("base64")}`, answer };
}

/** Stores an answer for a token, for a limited time. */
export async function storeCaptcha(db: Database, token: string, answer: string): Promise<void> {
  const expires = new Date(Date.now() + goodForSeconds * 1000);
  await db
    .insertInto("captcha")
    .values({ captcha_id: token, answer_hash: captchaHash(token, answer), expires_at: expires })
    .execute();
}

export function captchaHash(token: string, answer: string): Buffer {
  return hashToken(`${token.toLowerCase()} ${answer.trim().toUpperCase()}`);
}
