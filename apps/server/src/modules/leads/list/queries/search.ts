import { type RawBuilder, type SqlBool, sql } from "kysely";
import { soundsLike } from "#platform/db/name-sounds";
import type { Scope } from "#platform/db/scope";
import { partsOf } from "#platform/db/search-parts";
import { hasWord, holdParts } from "#platform/db/word-search";

type Condition = RawBuilder<SqlBool>;

/** What a search covers: everything about a lead, or only its names and contact data. */
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

/** The part before the separator; see database/migrations/0005-leads.ts. */
function namesIn(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`split_part(${text}, ${"\u0001"}, 1)`;
}

function textIn(text: RawBuilder<unknown>, within: SearchedIn): RawBuilder<unknown> {
  return within === "names" ? namesIn(text) : text;
}

/** The part of the search that the indexes answer: leads that may have the words. */
function candidateConditions(scope: Scope, words: readonly string[], within: SearchedIn): Condition[] {
  const parts = words.flatMap(partsOf);
  return parts.length === 0 ? [] : [isFound(held(scope, parts, within))];
}

/** The leads with these parts of words, for the planner to estimate their number; all leads without parts. */
export function candidatesWith(scope: Scope, parts: readonly string[], within: SearchedIn): RawBuilder<unknown> {
  return sql`organization_lead_search found where ${held(scope, parts, within)}`;
}

/** The keys of names have no digits: numbers are searched among all keys. */
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

/** The condition that a name of the lead sounds like the words; null for words that cannot spell a name. */
export function soundsLikeNames(scope: Scope, keywords: string, most?: number): Condition | null {
  const sounds = soundsLike(sql`found.sound_keys`, scope, keywords);
  if (!sounds) return null;
  // People usually look for the newest leads.
  const newest = most === undefined ? sql`` : sql`order by found.lead_id desc limit ${most}`;
  return isFound(sql<SqlBool>`${sounds} ${newest}`);
}

/** A condition on the keys of the lead, as `found`. The view allows its indexes to be used; see `organizationLeads`. */
function isFound(condition: Condition): Condition {
  return sql<SqlBool>`lead.lead_id in (select found.lead_id from organization_lead_search found where ${condition})`;
}

/**
 * The same search without the index, for words so common that the newest leads with them are found quickly by scanning
 * in order: the index would return all of them, to be sorted for the newest few.
 */
export function conditionsAmongMany(words: readonly string[], within: SearchedIn = "everything"): Condition[] {
  return words.map((word) => isLike(word, textIn(sql`(lead.search_text || '')`, within)));
}

function isLike(word: string, text: RawBuilder<unknown>): Condition {
  // A single character of a name occurs in nearly every text about leads.
  const searched = /^\P{ASCII}$/u.test(word) ? namesIn(text) : text;
  return hasWord(word, searched);
}
