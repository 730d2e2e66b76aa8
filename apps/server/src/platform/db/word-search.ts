import { type RawBuilder, type SqlBool, sql } from "kysely";
import { plannedEachTime } from "./prepared-client.ts";
import type { Scope } from "./scope.ts";
import { partsOf, shortWord } from "./search-parts.ts";

type Condition = RawBuilder<SqlBool>;

const maxWords = 8;

/** What people put between the digits of a number; full-width forms are made plain before. */
const numberMarks = /[\s()+.\-‐-―]/g;

/** The words of a search; all of them must be there. Digits in any writing are one word. */
export function wordsOf(keywords: string | undefined): string[] {
  const text = (keywords ?? "").normalize("NFKC").toLowerCase();
  const digits = text.replace(numberMarks, "");
  // Kept numbers may lack the 0 that is dialled within a country; whatever has one with it has it without as well.
  const words = /^\d{3,}$/.test(digits) ? [digits.replace(/^0(?=\d{3,}$)/, "")] : text.split(/\s+/).filter(Boolean);
  return words.slice(0, maxWords);
}

/**
 * What the index over `keys`, an expression of search_keys, answers of a search: rows that may have the words. Nearly all of
 * them do; without a word that the index knows all may.
 */
export function mayHold(scope: Scope, words: readonly string[], keys: RawBuilder<unknown>): Condition[] {
  return holdParts(scope, words.flatMap(partsOf), keys);
}

/** The same for parts of words, by `partsOf`. */
export function holdParts(scope: Scope, parts: readonly string[], keys: RawBuilder<unknown>): Condition[] {
  if (parts.length === 0) return [];
  const different = [...new Set(parts)];
  const numbers = sql`search_numbers(${scope.organizationId}::uuid, ${sql.val(different)}::text[])`;
  return [sql<SqlBool>`${keys} @> ${numbers} ${sql.raw(plannedEachTime)}`];
}

/** A text of line-broken fields has the word; one or two plain letters only where a word begins. */
export function hasWord(word: string, text: RawBuilder<unknown>): Condition {
  const patterns = shortWord.test(word) ? [`%\n${word}%`, `% ${word}%`] : [`%${word.replace(/[\\%_]/g, "\\$&")}%`];
  return sql<SqlBool>`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` or `,
  )})`;
}
