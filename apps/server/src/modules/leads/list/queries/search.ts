import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { partsOf, shortWord } from "#platform/db/search-parts";

type Condition = RawBuilder<SqlBool>;

const mostWords = 8;

/** What people put between the digits of a number; full-width forms are made plain before. */
const numberMarks = /[\s()+.\-‐-―]/g;

/** The words of a search; all of them must be there. Digits in any writing are one word. */
export function wordsOf(keywords: string | undefined): string[] {
  const text = (keywords ?? "").normalize("NFKC").toLowerCase();
  const digits = text.replace(numberMarks, "");
  // Kept numbers may lack the 0 that is dialled within a country; whatever has one with it has it without as well.
  const words = /^\d{3,}$/.test(digits) ? [digits.replace(/^0(?=\d{3,}$)/, "")] : text.split(/\s+/).filter(Boolean);
  return words.slice(0, mostWords);
}

/** What a search looks through: all that is known of a lead, or what it is called and reached by. */
export type SearchedIn = "everything" | "names";

/** The conditions of a search over `lead`: parts of names, numbers, e-mail, texts and notes. */
export function searchConditions(
  scope: Scope,
  words: readonly string[],
  within: SearchedIn = "everything",
): Condition[] {
  const text = within === "names" ? namesIn(sql`lead.search_text`) : sql`lead.search_text`;
  return [...candidateConditions(scope, words), ...words.map((word) => isLike(word, text))];
}

/** Leads whose names, numbers or e-mail hold all of the words. */
export function namesHold(keywords: string): Condition {
  const conditions = wordsOf(keywords).map((word) => isLike(word, namesIn(sql`lead.search_text`)));
  return sql<SqlBool>`(${sql.join([sql<SqlBool>`true`, ...conditions], sql` and `)})`;
}

/** What stands before the mark; see database/migrations/0005-leads.ts. */
function namesIn(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`split_part(${text}, ${"\u0001"}, 1)`;
}

/**
 * The part of the search that its index answers: leads that may have the words. Nearly all of them do; without a word
 * that the index knows all may.
 */
export function candidateConditions(scope: Scope, words: readonly string[]): Condition[] {
  const parts = [...new Set(words.flatMap(partsOf))];
  if (parts.length === 0) return [];
  const wanted = sql`search_numbers(${scope.organizationId}::uuid, ${sql.val(parts)}::text[])`;
  return [sql<SqlBool>`search_keys(lead.organization_id, lead.search_text) @> ${wanted}`];
}

/**
 * The same search without its index, for words so common that the newest leads with them are soon found by looking at
 * one after the other: the index would give all of the many, to be sorted for the newest few.
 */
export function conditionsAmongMany(words: readonly string[]): Condition[] {
  return words.map((word) => isLike(word, sql`(lead.search_text || '')`));
}

function isLike(word: string, text: RawBuilder<unknown>): Condition {
  // One character of a name would be met in nearly every text that people have written.
  const searched = /^\P{ASCII}$/u.test(word) ? namesIn(text) : text;
  const patterns = shortWord.test(word) ? [`%\n${word}%`, `% ${word}%`] : [`%${word.replace(/[\\%_]/g, "\\$&")}%`];
  return sql<SqlBool>`(${sql.join(
    patterns.map((pattern) => sql`${searched} like ${pattern}`),
    sql` or `,
  )})`;
}
