import { createHash } from "node:crypto";

/** The most accounts with the same staff ID that all get a code; with more, people must give their e-mail. */
export const maxReceivers = 8;

/**
 * Replaces the address for an unknown name. The name itself, which may be a mistyped password, is not stored.
 */
export function keyOfNobody(name: string): string {
  return createHash("sha256").update(name.trim().toLowerCase()).digest("base64url");
}
