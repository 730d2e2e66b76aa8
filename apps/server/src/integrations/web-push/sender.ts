import { createECDH } from "node:crypto";
import webPush from "web-push";
import type { PushOutcome, PushSender } from "#modules/notifications/public";
import type { SecretBox } from "#platform/secrets/secret-box";

/** Seconds for which a service keeps notifications for a phone that is off: a day. */
const keptSeconds = 6 * 3600;
const patienceMs = 10_000;

/**
 * Web Push (RFC 8030, 8291 and 8292) with a key derived from SECRET_KEY: it exists from the first start,
 * every process has the same one, and nothing else is stored. `publicUrl` identifies us to the services.
 */
export function webPushSender(secrets: SecretBox, publicUrl: string | undefined): PushSender {
  const { publicKey, privateKey } = keysFrom(secrets);
  const subject = publicUrl?.startsWith("https://") ? publicUrl : "mailto:postmaster@localhost";
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, payload) {
      try {
        await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: keptSeconds,
          urgency: "high",
          timeout: patienceMs,
        });
        return "sent";
      } catch (failure) {
        return outcomeOf(failure);
      }
    },
  };
}

function keysFrom(secrets: SecretBox): { publicKey: string; privateKey: string } {
  const privateKey = secrets.sign("web push", "VAPID");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return { publicKey: pair.getPublicKey("base64url"), privateKey };
}

/**
 * 404 and 410: the browser was removed. Other refusals, such as of a key that we no longer have, do not remove
 * it: it subscribes again when the product is opened, and expires if it is not.
 */
export function outcomeOf(failure: unknown): PushOutcome {
  if (!(failure instanceof webPush.WebPushError)) return "later";
  const { statusCode } = failure;
  if (statusCode === 404 || statusCode === 410) return "gone";
  return statusCode === 429 || statusCode >= 500 ? "later" : "refused";
}
