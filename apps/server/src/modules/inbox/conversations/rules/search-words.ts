import { containing } from "#platform/db/containing";
import { shortWord } from "#platform/db/search-parts";

const maxWords = 8;
const shownBefore = 24;
const shownInAll = 120;

/** The words of a message search, all of which must match. */
export function searchWords(keywords: string): string[] {
  return plain(keywords).split(/\s+/).filter(Boolean).slice(0, maxWords);
}

/** The part of a message around the first of the words, in its original form. */
export function snippetOf(text: string, words: readonly string[]): string {
  // Converting full-width forms may change the length: the position is then only approximate.
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

/** PostgreSQL's condition for a word in a message's `search_text`, which begins with a line break. */
export function patternOf(word: string): { operator: "like" | "~"; pattern: string } {
  if (shortWord.test(word)) return { operator: "~", pattern: `[^a-z0-9]${word}` };
  return { operator: "like", pattern: containing(word) };
}
