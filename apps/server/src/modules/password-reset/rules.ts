import { createHash } from "node:crypto";

/** Accounts that share a staff ID and are all mailed a code; with more of them, people give their e-mail. */
export const maxReceivers = 8;

/**
 * Takes the place of an address for an unknown name; the name itself, which may be a mistyped password, is not kept.
 */
export function keyOfNobody(name: string): string {
  return createHash("sha256").update(name.trim().toLowerCase()).digest("base64url");
}
