/** What a spreadsheet would take for a formula: it begins with one of these. */
const formulaStart = /^'*[=+\-@\t\r]/;

/** Signed numbers and phone numbers ("+852 9123 4567") calculate nothing, and people have to be able to read them. */
const harmless = /^[+-][\d\s().-]*$/;

/**
 * Writes a text so that no spreadsheet runs it: an apostrophe goes before whatever would begin a formula, as spreadsheets
 * themselves mark texts (OWASP, "CSV injection"). Signed numbers and phone numbers stay as they are.
 */
export function neutralized(text: string): string {
  return formulaStart.test(text) && !harmless.test(text) ? `'${text}` : text;
}

/** Takes away the apostrophe that `neutralized`, or a spreadsheet, has put before a text. */
export function unmarked(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/** Longest text that one cell may hold; what is longer is cut. A spreadsheet's own limit is 32,767. */
export const maxCellLength = 10_000;

/** A cell as it is worked with: no control characters but line ends, no spaces around, plain line ends. */
export function cleanCell(text: string): string {
  const cut = text.length > maxCellLength ? text.slice(0, maxCellLength) : text;
  // Half a character, from a cut or from a damaged workbook, is nothing that a database keeps.
  const plain = cut.isWellFormed() ? cut : cut.toWellFormed();
  if (!/[\s\p{Cc}\u200b\ufeff']/u.test(plain)) return plain;
  const visible = plain
    .replace(/\r\n?/g, "\n")
    .replace(/[\u200b\ufeff]|(?!\n)\p{Cc}/gu, (character) => (character === "\t" ? " " : ""));
  return unmarked(visible.trim());
}

/** Names of a table's columns, each once: empty ones are called by their place ("#3"), repeated ones numbered. */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((text, at) => {
    const name = cleanCell(text).replace(/\s+/g, " ").slice(0, 100) || `#${at + 1}`;
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`;
    taken.add(unique);
    return unique;
  });
}
