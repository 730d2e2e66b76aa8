import { randomBytes } from "node:crypto";

/** Without signs that look alike. */
const signs = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const length = 8;

/** Messages that may hold a code, for PostgreSQL. */
export const codePattern = `[${signs}]{${length}}[)）]`;

/** A code for a press of a button: two that get the same one are not to be expected. */
export function newCode(): string {
  return [...randomBytes(length)].map((byte) => signs[byte % signs.length]).join("");
}

/** The codes in a message, as the prepared text writes them: `(查詢編號 7KQ2MX9P)`. */
export function codesIn(text: string): string[] {
  return [...text.matchAll(new RegExp(`[(（][^()（）]{1,30}\\s([${signs}]{${length}})[)）]`, "g"))].flatMap(
    ([, code]) => code ?? [],
  );
}
