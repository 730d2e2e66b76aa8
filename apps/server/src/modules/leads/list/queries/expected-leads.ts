import type { LeadQuery } from "@homeroom/contract/lead-query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { partsOf } from "#platform/db/search-parts";
import type { Tx } from "#platform/db/transaction";
import { wordsOf } from "#platform/db/word-search";
import { expectationOf } from "#platform/paging/total";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { leadsInQuestion } from "./lead-conditions.ts";
import { candidatesWith, type SearchedIn } from "./search.ts";

/** Estimates of a query before it runs. */
export interface ExpectedLeads {
  /** Leads that the query selects. */
  rows: number;
  /** Leads that it would select without its words, and the cost of reading those, in the planner's pages. */
  inQuestion: { rows: number; cost: number };
  /** Leads of the organisation, and those that the index returns for the words. */
  all: number;
  candidates: number;
}

/** Maximum parts of words to estimate; a long word has rare ones early enough. */
const maxParts = 12;

/** An estimate between these is checked by counting up to the first: fewer are found quickly, more are met soon. */
const [counted, plenty] = [3500, 20_000];

/**
 * The planner's estimate of the leads that a query selects. It treats parts of a word as independent, so "chloe" would match
 * one lead in 8,000 if each of its parts is in one of 20. The rarest part gives the upper bound.
 */
export async function expectLeads(
  tx: Tx,
  scope: Scope,
  query: LeadQuery,
  { only = sql<SqlBool>`true`, within = "everything" }: { only?: RawBuilder<SqlBool>; within?: SearchedIn } = {},
): Promise<ExpectedLeads> {
  const words = wordsOf(query.keywords).map((word) => partsOf(word));
  const perWord = Math.max(1, Math.floor(maxParts / Math.max(words.length, 1)));
  const withParts = (parts: readonly string[]) => candidatesWith(scope, parts, within);
  const [inQuestion, { rows: all }, ...found] = await Promise.all([
    expectationOf(tx, sql`${organizationLeads} where ${leadsInQuestion(scope, query)} and ${only}`),
    expectationOf(tx, withParts([])),
    ...words.map((parts) =>
      rarest(
        tx,
        parts.slice(0, perWord).map((part) => withParts([part])),
      ),
    ),
  ]);
  const most = found.reduce((product, rows) => product * Math.min(rows / Math.max(all, 1), 1), all);
  const isGuess = words.flat().length > 1 && most > counted && most < plenty;
  const count = isGuess ? await countToBound(tx, withParts(words.flat())) : most;
  // More than were counted: common words occur together more often than by chance.
  const candidates = isGuess && count >= counted ? plenty : count;
  const rows = (inQuestion.rows * (candidates === plenty ? most : candidates)) / Math.max(all, 1);
  return { rows: Math.round(rows), inQuestion, all, candidates };
}

async function rarest(tx: Tx, sources: readonly RawBuilder<unknown>[]): Promise<number> {
  const expected = await Promise.all(sources.map((source) => expectationOf(tx, source)));
  return Math.min(...expected.map(({ rows }) => rows));
}

async function countToBound(tx: Tx, source: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${source} limit ${counted}) as candidate`.execute(tx);
  return rows[0]?.count ?? 0;
}
