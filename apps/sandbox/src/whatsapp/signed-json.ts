import { createHmac } from "node:crypto";

/**
 * JSON as in Meta's webhooks: non-ASCII as \uXXXX in lower case, and every slash escaped. A signature checked
 * over re-serialised JSON instead of the raw bytes fails here as it does with Meta.
 */
export function toMetaJson(value: unknown): string {
  return JSON.stringify(value).replace(/[/\u007f-\uffff]/g, escapeCharacter);
}

/** The value of X-Hub-Signature-256. */
export function signBody(body: string, appSecret: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
}

function escapeCharacter(character: string): string {
  if (character === "/") return "\\/";
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
