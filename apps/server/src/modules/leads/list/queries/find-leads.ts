import type { LeadId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { wordsOf } from "#platform/db/word-search";
import { expectationOf } from "#platform/paging/total";
import type { Lead } from "../../record/queries/load-lead.ts";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { expectLeads } from "./expected-leads.ts";
import { leadsMatching } from "./lead-conditions.ts";
import { searchLeads } from "./lead-list.ts";
import { type LeadPaging, pageOfLeads } from "./lead-page.ts";
import { type SearchedIn, soundsLikeNames } from "./search.ts";

/** A lead found by the global search. */
export interface FoundLead {
  leadId: LeadId;
  nickname: string;
  names: string[];
  phones: string[];
  email: string;
  /** Found by name or contact data, by the sound of its name, or by notes. */
  by: "name" | "sound" | "note";
}

/**
 * The first leads in a scope that match some words: by their own name first, then by contact data, then by the sound of their
 * names, then by notes.
 */
export async function findLeads(
  tx: Tx,
  scope: Scope,
  { keywords, limit }: { keywords: string; limit: number },
): Promise<FoundLead[]> {
  const request = { keywords, sortBy: "lastContactDate", sortOrder: "desc", pageSize: limit } as const;
  const find = async (within: SearchedIn) => (await searchLeads(tx, scope, request, { within })).leads;
  const ways = {
    name: async () => ownNamesFirst(await find("names"), keywords),
    sound: () => soundingLeads(tx, scope, request),
    note: () => find("everything"),
  };
  const all = new Map<LeadId, FoundLead>();
  for (const by of ["name", "sound", "note"] as const) {
    if (all.size >= limit) break;
    for (const lead of await ways[by]()) if (!all.has(lead.lead_id)) all.set(lead.lead_id, found(lead, by));
  }
  return [...all.values()].slice(0, limit);
}

/** People with that name come before those whose parent has it. */
function ownNamesFirst(leads: readonly Lead[], keywords: string): Lead[] {
  const words = wordsOf(keywords);
  const isOwn = ({ nickname, fullname, ename }: Lead) => {
    const names = [nickname, fullname, ename].join(" ").normalize("NFKC").toLowerCase();
    return words.every((word) => names.includes(word));
  };
  return leads.toSorted((left, right) => Number(isOwn(right)) - Number(isOwn(left)));
}

/** Maximum leads that sound like the words, and leads of the order that are scanned to find some. */
const [mostSounding, mostPassed] = [3000, 30_000];

/** Two letters are the initials of thousands: if scanning the order does not find some soon, the newest leads are checked. */
async function soundingLeads(
  tx: Tx,
  scope: Scope,
  { keywords, ...request }: LeadPaging & { keywords: string },
): Promise<Lead[]> {
  const sounds = soundsLikeNames(scope, keywords);
  const newest = soundsLikeNames(scope, keywords, mostSounding);
  if (!sounds || !newest) return [];
  const matching = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`${leadsMatching(scope, {})} and ${condition}`;
  const [sounding, { all, inQuestion }] = await Promise.all([
    expectationOf(tx, sql`${organizationLeads} where ${sounds}`),
    expectLeads(tx, scope, {}),
  ]);
  const share = (sounding.rows / Math.max(all, 1)) * (inQuestion.rows / Math.max(all, 1));
  const isSoonMet = request.pageSize < share * mostPassed;
  return (await pageOfLeads(tx, matching(isSoonMet ? sounds : newest), request)).leads;
}

function found(lead: Lead, by: FoundLead["by"]): FoundLead {
  const { contact1, contact2 } = lead;
  const filled = (texts: readonly (string | null | undefined)[]) => texts.flatMap((text) => text || []);
  return {
    leadId: lead.lead_id,
    nickname: lead.nickname,
    names: filled([lead.fullname, lead.ename, contact1.name, contact2.name]),
    phones: filled([lead.phone, contact1.phone, contact2.phone]),
    email: lead.email ?? "",
    by,
  };
}
