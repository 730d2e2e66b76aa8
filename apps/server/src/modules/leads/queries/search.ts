import { type RawBuilder, type SqlBool, sql } from "kysely";

const mostWords = 8;

/** What people put between the digits of a number; full-width forms are made plain before. */
const numberMarks = /[\s()+.\-‐-―]/g;

/** One or two of the characters that search_grams (database/migrations/0002-leads.ts) takes apart. */
const shortHan = /^[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]{1,2}$/u;

const shortWord = /^[\p{L}\p{N}]{1,2}$/u;

/**
 * The conditions of a search over `lead`: parts of names, numbers in any writing, e-mail and notes. Several words must
 * all be there. `plentiful`: so many leads have them that the newest are soon found by looking at one after the other.
 */
export function searchConditions(keywords: string | undefined, plentiful: boolean): RawBuilder<SqlBool>[] {
  const text = (keywords ?? "").normalize("NFKC").toLowerCase();
  const digits = text.replace(numberMarks, "");
  // Kept numbers may lack the 0 that is dialled within a country; whatever has one with it has it without as well.
  const words = /^\d{3,}$/.test(digits) ? [digits.replace(/^0(?=\d{3,}$)/, "")] : text.split(/\s+/).filter(Boolean);
  return words.slice(0, mostWords).map(plentiful ? containsAmongMany : contains);
}

function contains(word: string): RawBuilder<SqlBool> {
  // One or two characters make no trigram. Most Chinese given names are that short, so they have an index of their own;
  // so few letters or digits of other writing are looked for where a word begins, which trigrams know.
  if (shortHan.test(word))
    return sql<SqlBool>`(${like(`%${word}%`)} and search_grams(lead.search_text) @> array[${word}])`;
  return anyOf(patternsOf(word).map(like));
}

/** The same, out of reach for the search indexes: they would give all of the many, to be sorted for the newest few. */
function containsAmongMany(word: string): RawBuilder<SqlBool> {
  return anyOf(patternsOf(word).map((pattern) => sql<SqlBool>`(lead.search_text || '') like ${pattern}`));
}

function patternsOf(word: string): string[] {
  if (shortWord.test(word) && !shortHan.test(word)) return [`%\n${word}%`, `% ${word}%`];
  return [`%${word.replace(/[\\%_]/g, "\\$&")}%`];
}

function like(pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lead.search_text like ${pattern}`;
}

function anyOf(parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
