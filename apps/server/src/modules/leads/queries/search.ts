import { type RawBuilder, type SqlBool, sql } from "kysely";

const mostWords = 8;

/** What people put between the digits of a number; full-width forms are made plain before. */
const numberMarks = /[\s()+.\-‐-―]/g;

/** One or two of the characters that search_grams (database/migrations/0002-leads.ts) takes apart. */
const shortHan = /^[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]{1,2}$/u;

const shortWord = /^[\p{L}\p{N}]{1,2}$/u;

/**
 * The conditions of a search over `lead`: parts of names, numbers in any writing, e-mail and notes. Several words must
 * all be there.
 */
export function searchConditions(keywords: string | undefined): RawBuilder<SqlBool>[] {
  const text = (keywords ?? "").normalize("NFKC").toLowerCase();
  const digits = text.replace(numberMarks, "");
  if (/^\d{3,}$/.test(digits)) return [anyOf(numberWritings(digits).map(contains))];
  return text.split(/\s+/).filter(Boolean).slice(0, mostWords).map(contains);
}

/** A number as it may be kept: as it was typed, and without the 0 that is dialled within a country. */
function numberWritings(digits: string): string[] {
  return /^0\d{3,}$/.test(digits) ? [digits, digits.slice(1)] : [digits];
}

function contains(word: string): RawBuilder<SqlBool> {
  // One or two characters make no trigram. Most Chinese given names are that short, so they have an index of their own;
  // so few letters or digits of other writing are looked for where a word begins, which trigrams know.
  if (shortHan.test(word))
    return sql<SqlBool>`(${like(`%${word}%`)} and search_grams(lead.search_text) @> array[${word}])`;
  if (shortWord.test(word)) return anyOf([like(`%\n${word}%`), like(`% ${word}%`)]);
  return like(`%${word.replace(/[\\%_]/g, "\\$&")}%`);
}

function like(pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lead.search_text like ${pattern}`;
}

function anyOf(parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
