import { tableDelimiters } from "@homeroom/contract/imports";

/** The delimiter of a text table. */
export type TableDelimiter = (typeof tableDelimiters)[number];

const linesLookedAt = 20;

/**
 * Detects the delimiter from the first lines: it appears outside quotes in the heading and equally often
 * in most lines after it. A table with one column has none; assuming a comma does no harm.
 */
export function detectDelimiter(start: string): TableDelimiter {
  const counts = tableDelimiters.map((delimiter) => ({ delimiter, perLine: countsPerLine(start, delimiter) }));
  const scored = counts.map(({ delimiter, perLine }) => {
    const [heading = 0, ...others] = perLine;
    const alike = others.filter((count) => count === heading).length;
    return { delimiter, score: heading === 0 ? 0 : heading * (0.5 + alike / Math.max(1, others.length)) };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

function countsPerLine(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  let [count, quoted, empty] = [0, false, true];
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === "\n") {
      if (!empty) counts.push(count);
      if (counts.length === linesLookedAt) return counts;
      [count, empty] = [0, true];
    } else if (!quoted && character === delimiter) count += 1;
    if (character !== "\n" && character !== "\r") empty = false;
  }
  if (!empty) counts.push(count);
  return counts;
}
