import { timingSafeEqual } from "node:crypto";
import type { SecretBox } from "./secret-box.ts";

/** Signs a text, for use in a link. */
export function signText(secrets: SecretBox, purpose: string, text: string): string {
  return `${text}.${secrets.sign(purpose, text)}`;
}

/** The text that was signed for this purpose; null if we did not sign it. */
export function readSignedText(secrets: SecretBox, purpose: string, signed: string): string | null {
  const text = signed.slice(0, Math.max(0, signed.lastIndexOf(".")));
  const [given, wanted] = [Buffer.from(signed), Buffer.from(signText(secrets, purpose, text))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? text : null;
}
