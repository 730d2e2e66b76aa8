/** A cell that begins with one of these would be a formula in a spreadsheet. */
const formulaStart = /^'*[=+\-@\t\r]/;

/** Signed numbers and phone numbers ("+852 9123 4567") are harmless as formulas and must stay readable. */
const harmless = /^[+-][\d\s().-]*$/;

/**
 * Writes a text so that no spreadsheet runs it: an apostrophe goes before anything that would begin a formula, as spreadsheets
 * themselves mark texts (OWASP, "CSV injection"). Signed numbers and phone numbers stay as they are.
 */
export function neutralized(text: string): string {
  return formulaStart.test(text) && !harmless.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `neutralized`, or a spreadsheet, has put before a text. */
export function unmarked(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/** Longest text of one cell; longer texts are cut. A spreadsheet's own limit is 32,767. */
export const maxCellLength = 10_000;

/** Cleans a cell: no control characters except line ends, no surrounding spaces, plain line ends. */
export function cleanCell(text: string): string {
  const cut = text.length > maxCellLength ? text.slice(0, maxCellLength) : text;
  // A database does not store half a character, which a cut or a damaged workbook can leave.
  const plain = cut.isWellFormed() ? cut : cut.toWellFormed();
  if (!/[\s\p{Cc}\u200b\ufeff']/u.test(plain)) return plain;
  const visible = plain
    .replace(/\r\n?/g, "\n")
    .replace(/[\u200b\ufeff]|(?!\n)\p{Cc}/gu, (character) => (character === "\t" ? " " : ""));
  return unmarked(visible.trim());
}

/** Unique names of a table's columns: empty ones are named by position ("#3"), repeated ones are numbered. */
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
