import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { PaymentFailure, type PlatformValues, type RawNotice } from "#modules/payment-platforms/port";

/** The largest age of a notice: prevents replays. Retries have a new time. */
const noticeGoodForMs = 5 * 60_000;

/** Throws `refused` for a notice that SHOPLINE did not sign. */
export function requireSigned(values: PlatformValues, notice: RawNotice): void {
  if (!isSigned(notice, values.signKey ?? "")) throw new PaymentFailure("refused", { code: "forged" });
}

/** Whether SHOPLINE signed a notice recently, by HMAC-SHA256 over `timestamp.body`. Without a key, no signature is valid. */
export function isSigned(notice: RawNotice, signKey: string, now = Date.now()): boolean {
  const timestamp = notice.header("timestamp");
  const expected = createHmac("sha256", signKey).update(`${timestamp}.`).update(notice.body).digest("hex");
  const isFresh = Math.abs(now - Number(timestamp)) <= noticeGoodForMs;
  return signKey !== "" && isFresh && timingSafeEqual(digest(expected), digest(notice.header("sign")));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
