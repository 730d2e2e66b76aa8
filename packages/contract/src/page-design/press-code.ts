/** The signs of a code that a page's button puts into the message which it prepares: none that look alike. */
export const codeSigns = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
export const codeLength = 8;

/** Messages that may hold a code, for PostgreSQL. */
export const codePattern = `[${codeSigns}]{${codeLength}}[)）]`;

/** The codes in a message, as the prepared text writes them: `(查詢編號 7KQ2MX9P)`. */
export function codesIn(text: string): string[] {
  const written = new RegExp(`[(（][^()（）]{1,30}\\s([${codeSigns}]{${codeLength}})[)）]`, "g");
  return [...text.matchAll(written)].flatMap(([, code]) => code ?? []);
}
