/** The characters of the code that a page's button adds to the prepared message: none that look alike. */
export const codeSigns = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
export const codeLength = 8;

/** Matches messages that may contain a code, for PostgreSQL. */
export const codePattern = `[${codeSigns}]{${codeLength}}[)）]`;

/** The codes in a message, in the format of the prepared text: `(查詢編號 7KQ2MX9P)`. */
export function codesIn(text: string): string[] {
  const written = new RegExp(`[(（][^()（）]{1,30}\\s([${codeSigns}]{${codeLength}})[)）]`, "g");
  return [...text.matchAll(written)].flatMap(([, code]) => code ?? []);
}
