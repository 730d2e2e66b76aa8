import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The value of `x-line-signature` for a body: HMAC-SHA256 over its raw bytes, in base64. */
export function signatureOf(rawBody: Uint8Array, channelSecret: string): string {
  return createHmac("sha256", channelSecret).update(rawBody).digest("base64");
}

/** Whether a header has the form of a signature at all; nothing is looked up for a request that has none. */
export function isSignature(header: unknown): header is string {
  return typeof header === "string" && /^[A-Za-z0-9+/]{43}=$/.test(header);
}

/** Whether LINE signed these bytes, as they came, with this channel's secret. */
export function signatureFits(rawBody: Uint8Array, header: string, channelSecret: string): boolean {
  // A channel without a secret believes nobody: anyone can sign with an empty key.
  if (channelSecret === "" || !isSignature(header)) return false;
  return timingSafeEqual(digest(header), digest(signatureOf(rawBody, channelSecret)));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
