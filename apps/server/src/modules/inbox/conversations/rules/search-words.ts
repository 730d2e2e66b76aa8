import { shortWord } from "#platform/db/search-parts";

const maxWords = 8;
const shownBefore = 24;
const shownInAll = 120;

/** The words that a search for messages is made of; all of them must be there. */
export function searchWords(keywords: string): string[] {
  return plain(keywords).split(/\s+/).filter(Boolean).slice(0, maxWords);
}

/** The part of a message around the first of the words, as it was written. */
export function snippetOf(text: string, words: readonly string[]): string {
  // Full-width forms made plain may be of another length: the place is then only nearly right.
  const places = words.map((word) => placeOf(word, text)).filter((place) => place >= 0);
  const found = places.length > 0 ? Math.min(...places) : 0;
  const from = found <= shownBefore ? 0 : found - shownBefore;
  const cut = text.slice(from, from + shownInAll);
  const shown = `${from > 0 ? "…" : ""}${cut}${from + shownInAll < text.length ? "…" : ""}`;
  return shown.replace(/\s+/g, " ").trim().toWellFormed();
}

function placeOf(word: string, text: string): number {
  const lower = text.toLowerCase();
  const written = lower.length === text.length ? lower.indexOf(word) : -1;
  return written >= 0 ? written : plain(text).indexOf(word);
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** How PostgreSQL looks for a word in a message's `search_text`, which begins with a line break. */
export function patternOf(word: string): { operator: "like" | "~"; pattern: string } {
  if (shortWord.test(word)) return { operator: "~", pattern: `[^a-z0-9]${word}` };
  return { operator: "like", pattern: `%${word.replace(/[\\%_]/g, "\\$&")}%` };
}
