import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containing } from "./containing.ts";
import { plannedEachTime } from "./prepared-client.ts";
import type { Scope } from "./scope.ts";
import { partsOf, shortWord } from "./search-parts.ts";

type Condition = RawBuilder<SqlBool>;

const maxWords = 8;

/** Separators that people put between the digits of a number; full-width forms have been converted before. */
const numberMarks = /[\s()+.\-‐-―]/g;

/** The words of a search, all of which must match. A number, however it is written, is one word. */
export function wordsOf(keywords: string | undefined): string[] {
  const text = (keywords ?? "").normalize("NFKC").toLowerCase();
  const digits = text.replace(numberMarks, "");
  // Stored numbers may lack the 0 that is dialled within a country; a text with the 0 also matches without it.
  const words = /^\d{3,}$/.test(digits) ? [digits.replace(/^0(?=\d{3,}$)/, "")] : text.split(/\s+/).filter(Boolean);
  return words.slice(0, maxWords);
}

/**
 * The condition for the index over `keys`, an expression of search_keys: it finds rows that may have the words. Nearly all of
 * them do. Without a word that the index knows, every row matches.
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

/** Whether a text of fields, one per line, has the word; one or two plain letters only match where a word begins. */
export function hasWord(word: string, text: RawBuilder<unknown>): Condition {
  const patterns = shortWord.test(word) ? [`%\n${word}%`, `% ${word}%`] : [containing(word)];
  return sql<SqlBool>`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` or `,
  )})`;
}
