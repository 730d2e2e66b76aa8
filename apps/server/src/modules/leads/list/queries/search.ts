import { type RawBuilder, type SqlBool, sql } from "kysely";
import { soundsLike } from "#platform/db/name-sounds";
import type { Scope } from "#platform/db/scope";
import { partsOf } from "#platform/db/search-parts";
import { hasWord, holdParts } from "#platform/db/word-search";

type Condition = RawBuilder<SqlBool>;

/** What a search looks through: all that is known of a lead, or what it is called and reached by. */
export type SearchedIn = "everything" | "names";

/** The conditions of a search over `lead`: parts of names, numbers, e-mail, texts and notes. */
export function searchConditions(
  scope: Scope,
  words: readonly string[],
  within: SearchedIn = "everything",
): Condition[] {
  const text = textIn(sql`lead.search_text`, within);
  return [...candidateConditions(scope, words, within), ...words.map((word) => isLike(word, text))];
}

/** What stands before the mark; see database/migrations/0005-leads.ts. */
function namesIn(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`split_part(${text}, ${"\u0001"}, 1)`;
}

function textIn(text: RawBuilder<unknown>, within: SearchedIn): RawBuilder<unknown> {
  return within === "names" ? namesIn(text) : text;
}

/** The part of the search that its indexes answer: leads that may have the words. */
function candidateConditions(scope: Scope, words: readonly string[], within: SearchedIn): Condition[] {
  const parts = words.flatMap(partsOf);
  return parts.length === 0 ? [] : [isFound(held(scope, parts, within))];
}

/** The keys of the leads that have some parts of words, for the planner to judge how many they are; those of all leads without parts. */
export function candidatesWith(scope: Scope, parts: readonly string[], within: SearchedIn): RawBuilder<unknown> {
  return sql`organization_lead_search found where ${held(scope, parts, within)}`;
}

/** The keys of names are of parts without digits: numbers are looked for among all keys. */
function held(scope: Scope, parts: readonly string[], within: SearchedIn): Condition {
  const isOfName = (part: string) => within === "names" && !/[0-9]/.test(part);
  const conditions = [
    ...holdParts(scope, parts.filter(isOfName), sql`found.name_keys`),
    ...holdParts(
      scope,
      parts.filter((part) => !isOfName(part)),
      sql`found.keys`,
    ),
  ];
  return sql<SqlBool>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

/** The condition that a name of the lead sounds like the words; null for words that spell no name. */
export function soundsLikeNames(scope: Scope, keywords: string, most?: number): Condition | null {
  const sounds = soundsLike(sql`found.sound_keys`, scope, keywords);
  if (!sounds) return null;
  // The last that were added are those that people look for.
  const newest = most === undefined ? sql`` : sql`order by found.lead_id desc limit ${most}`;
  return isFound(sql<SqlBool>`${sounds} ${newest}`);
}

/** The keys of the lead, as `found`, meet a condition. The view is for its indexes; see `organizationLeads`. */
function isFound(condition: Condition): Condition {
  return sql<SqlBool>`lead.lead_id in (select found.lead_id from organization_lead_search found where ${condition})`;
}

/**
 * The same search without its index, for words so common that the newest leads with them are soon found by looking at
 * one after the other: the index would give all of the many, to be sorted for the newest few.
 */
export function conditionsAmongMany(words: readonly string[], within: SearchedIn = "everything"): Condition[] {
  return words.map((word) => isLike(word, textIn(sql`(lead.search_text || '')`, within)));
}

function isLike(word: string, text: RawBuilder<unknown>): Condition {
  // One character of a name would be met in nearly every text that people have written.
  const searched = /^\P{ASCII}$/u.test(word) ? namesIn(text) : text;
  return hasWord(word, searched);
}
