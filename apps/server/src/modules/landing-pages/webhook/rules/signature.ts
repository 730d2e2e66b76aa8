import { createHmac } from "node:crypto";
import type { RecordId } from "@homeroom/contract/ids";
import type { SecretBox } from "#platform/secrets/secret-box";

/** The key that signs a page's calls. It is derived from ours, so it is not stored. */
export function signingKey(secrets: SecretBox, pageId: RecordId): string {
  return secrets.sign("landing-webhook", pageId);
}

/** The signature that proves that a call is ours and recent: the time in seconds, and the HMAC over time and body. */
export function signedHeaders(
  key: string,
  { body, deliveryId, now }: { body: string; deliveryId: string; now: number },
) {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
  return {
    "content-type": "application/json; charset=utf-8",
    "x-homeroom-delivery": deliveryId,
    "x-homeroom-timestamp": timestamp,
    "x-homeroom-signature": `sha256=${signature}`,
  };
}

const minuteMs = 60_000;
const waits = [1, 5, 30, 120, 720] as const;

/** The delay after this number of attempts; null: it is given up. */
export function nextWaitMs(attempts: number): number | null {
  const minutes = waits[attempts - 1];
  return minutes === undefined ? null : minutes * minuteMs;
}
