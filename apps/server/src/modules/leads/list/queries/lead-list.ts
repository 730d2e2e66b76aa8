import type { LeadQuery } from "@homeroom/contract/lead-query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { wordsOf } from "#platform/db/word-search";
import { estimated, exactTotal, expectationOf, type Total } from "#platform/paging/total";
import type { Lead } from "../../record/queries/load-lead.ts";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { type ExpectedLeads, expectLeads } from "./expected-leads.ts";
import { leadsInQuestion, leadsMatching } from "./lead-conditions.ts";
import { countedPageOfLeads, foundPageOfLeads, type LeadPaging, pageOfLeads, skipOf } from "./lead-page.ts";
import { conditionsAmongMany, type SearchedIn } from "./search.ts";

/** Lists that show only some leads, whatever is asked for. */
export const onlyLeads = {
  all: sql<SqlBool>`true`,
  /** Of type new, and nobody of the centre has been in contact. */
  uncontacted: sql<SqlBool>`(lead.lead_type = 1 and lead.contacted_at is null)`,
  /** The assistant is on or paused. */
  withAssistant: sql<SqlBool>`lead.gpt_status > 0`,
  students: sql<SqlBool>`lead.student_since is not null`,
} satisfies Record<string, RawBuilder<SqlBool>>;

export interface LeadPage extends Total {
  leads: Lead[];
  nextCursor: string | null;
}

/** One page of leads and how many there are. */
export async function listLeads(
  tx: Tx,
  scope: Scope,
  request: LeadQuery & LeadPaging,
  only: RawBuilder<SqlBool> = onlyLeads.all,
): Promise<LeadPage> {
  if (wordsOf(request.keywords).length > 0) return searchLeads(tx, scope, request, { only });
  const matching = sql<SqlBool>`${leadsMatching(scope, request)} and ${only}`;
  const page = await countedPageOfLeads(tx, matching, request, exactTotal);
  if (page.total <= exactTotal) return { ...page, totalIsEstimate: false };
  return { ...page, ...estimated((await expectationOf(tx, sql`${organizationLeads} where ${matching}`)).rows) };
}

/** What it costs to look at a lead that the index of searches gives, and at the next one of an order, in the planner's pages. */
const [foundCost, nextCost] = [2.7, 1.2];

/** Leads with some words that are worth finding all, so that a list says how many they are; fewer where they lie far apart. */
const worthFinding = (all: number) => (all > 100_000 ? 3500 : exactTotal);

/** The first leads of an order that are searched for common words, at most: several times as many as the page probably takes. */
const lookedThrough = { most: 20_000, times: 5 };

/**
 * A page of the leads with some words. Rare ones are all found by their index, counted and sorted; where few leads are in
 * question, all of those are looked at. Of common ones the first of the order are soon met by looking at one lead after the
 * other, and the planner knows about how many there are; where they are not met, the words were less common than it
 * thought, or not where the page begins.
 */
export async function searchLeads(
  tx: Tx,
  scope: Scope,
  request: LeadQuery & LeadPaging,
  { only = onlyLeads.all, within = "everything" }: { only?: RawBuilder<SqlBool>; within?: SearchedIn },
): Promise<LeadPage> {
  const keeps = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`${condition} and ${only}`;
  const expected = await expectLeads(tx, scope, request, { only, within });
  const finding = expected.candidates * foundCost;
  const plentiful = expected.inQuestion.rows <= exactTotal && expected.inQuestion.cost < finding;
  const first = plentiful ? 0 : firstToLookThrough(expected, request);
  if (first > 0) {
    const words = sql<SqlBool>`${sql.join(conditionsAmongMany(wordsOf(request.keywords), within), sql` and `)}`;
    const met = await pageOfLeads(tx, words, request, { leads: keeps(leadsInQuestion(scope, request)), first });
    if (met.nextCursor) return { ...met, ...estimated(expected.rows, skipOf(request) + request.pageSize) };
  }
  const found = await foundPageOfLeads(
    tx,
    keeps(leadsMatching(scope, request, { plentiful, within })),
    request,
    exactTotal,
  );
  if (found.total <= exactTotal) return { ...found, totalIsEstimate: false };
  return {
    ...(await pageOfLeads(tx, keeps(leadsMatching(scope, request, { plentiful: true, within })), request)),
    ...estimated(expected.rows),
  };
}

/** How many leads of the order are worth looking at; 0 where finding all with the words by their index costs less. */
function firstToLookThrough({ inQuestion, all, candidates }: ExpectedLeads, request: LeadPaging): number {
  const finding = candidates * foundCost;
  if (candidates <= worthFinding(all)) return 0;
  const probably = (skipOf(request) + request.pageSize + 1) / (candidates / all);
  const passed = probably * (all / Math.max(inQuestion.rows, 1));
  if (Math.min(passed * nextCost, inQuestion.cost) > finding) return 0;
  return Math.min(Math.ceil(probably * lookedThrough.times), lookedThrough.most);
}
