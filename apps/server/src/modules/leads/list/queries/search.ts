import { type RawBuilder, type SqlBool, sql } from "kysely";
import { soundsLike } from "#platform/db/name-sounds";
import type { Scope } from "#platform/db/scope";
import { hasWord, mayHold, wordsOf } from "#platform/db/word-search";

type Condition = RawBuilder<SqlBool>;

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

/** The part of the search that its index answers: leads that may have the words. */
export function candidateConditions(scope: Scope, words: readonly string[]): Condition[] {
  return mayHold(scope, words, sql`found.keys`).map(isFound);
}

/** The condition that a name of the lead sounds like the words; null for words that spell no name. */
export function soundsLikeNames(scope: Scope, keywords: string): Condition | null {
  const sounds = soundsLike(sql`found.sound_keys`, scope, keywords);
  return sounds && isFound(sounds);
}

/** The keys of the lead, as `found`, meet a condition. The view is for its indexes; see `organizationLeads`. */
function isFound(condition: Condition): Condition {
  return sql<SqlBool>`lead.lead_id in (select found.lead_id from organization_lead_search found where ${condition})`;
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
  return hasWord(word, searched);
}
