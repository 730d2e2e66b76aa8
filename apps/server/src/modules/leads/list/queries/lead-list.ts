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

/** Lists that are limited to some leads, whatever the query. */
export const onlyLeads = {
  all: sql<SqlBool>`true`,
  /** Of type new, without any contact by staff. */
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

/** The cost of reading a lead from the search index, and the next one of an order, in the planner's pages. */
const [foundCost, nextCost] = [2.7, 1.2];

/** Up to this number, all leads with the words are found, so that a list shows their number; fewer if they lie far apart. */
const worthFinding = (all: number) => (all > 100_000 ? 3500 : exactTotal);

/** Maximum leads of an order to scan for common words: several times as many as a page probably needs. */
const lookedThrough = { most: 20_000, times: 5 };

/**
 * A page of the leads with the words. Rare words are all found by the index, counted and sorted; if few leads are in
 * question, all of them are checked. For common words the first of the order are found soon by scanning leads in order,
 * and the planner knows roughly how many there are. If they are not found, the words are less common than
 * estimated, or not where the page begins.
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

/** How many leads of the order are worth scanning; 0 if finding all by the index costs less. */
function firstToLookThrough({ inQuestion, all, candidates }: ExpectedLeads, request: LeadPaging): number {
  const finding = candidates * foundCost;
  if (candidates <= worthFinding(all)) return 0;
  const probably = (skipOf(request) + request.pageSize + 1) / (candidates / all);
  const passed = probably * (all / Math.max(inQuestion.rows, 1));
  if (Math.min(passed * nextCost, inQuestion.cost) > finding) return 0;
  return Math.min(Math.ceil(probably * lookedThrough.times), lookedThrough.most);
}
