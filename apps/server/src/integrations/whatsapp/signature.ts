import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The value of `X-Hub-Signature-256` for a body: HMAC-SHA256 over its raw bytes, in hex. */
export function signatureOf(rawBody: Uint8Array, appSecret: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(rawBody).digest("hex")}`;
}

/** Whether a header has the form of a signature at all; nothing is looked up for a request that has none. */
export function isSignature(header: unknown): header is string {
  return typeof header === "string" && /^sha256=[0-9a-f]{64}$/i.test(header);
}

/**
 * Whether Meta signed these bytes with this app's secret. It must be the bytes as they came: Meta escapes slashes and
 * everything beyond ASCII, and a body that was parsed and written again has another signature.
 */
export function signatureFits(rawBody: Uint8Array, header: string, appSecret: string): boolean {
  // A channel without a secret believes nobody: anyone can sign with an empty key.
  return appSecret !== "" && isSignature(header) && sameText(header.toLowerCase(), signatureOf(rawBody, appSecret));
}

/** Compares in a time that tells nothing about where, or in length, the texts differ. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
