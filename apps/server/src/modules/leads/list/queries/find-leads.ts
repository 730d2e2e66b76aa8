import type { LeadId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { wordsOf } from "#platform/db/word-search";
import type { Lead } from "../../record/queries/load-lead.ts";
import { leadsMatching } from "./lead-conditions.ts";
import { listLeads, onlyLeads } from "./lead-list.ts";
import { type LeadPaging, pageOfLeads } from "./lead-page.ts";
import { namesHold, soundsLikeNames } from "./search.ts";

/** A lead that a search from anywhere has found. */
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
  const find = async (only: RawBuilder<SqlBool>) => (await listLeads(tx, scope, request, only)).leads;
  const ways = {
    name: async () => ownNamesFirst(await find(namesHold(keywords)), keywords),
    sound: () => soundingLeads(tx, scope, request),
    note: () => find(onlyLeads.all),
  };
  const all = new Map<LeadId, FoundLead>();
  for (const by of ["name", "sound", "note"] as const) {
    if (all.size >= limit) break;
    for (const lead of await ways[by]()) if (!all.has(lead.lead_id)) all.set(lead.lead_id, found(lead, by));
  }
  return [...all.values()].slice(0, limit);
}

/** The people of that name before those whose parent has it. */
function ownNamesFirst(leads: readonly Lead[], keywords: string): Lead[] {
  const words = wordsOf(keywords);
  const isOwn = ({ nickname, fullname, ename }: Lead) => {
    const names = [nickname, fullname, ename].join(" ").normalize("NFKC").toLowerCase();
    return words.every((word) => names.includes(word));
  };
  return leads.toSorted((left, right) => Number(isOwn(right)) - Number(isOwn(left)));
}

async function soundingLeads(
  tx: Tx,
  scope: Scope,
  { keywords, ...request }: LeadPaging & { keywords: string },
): Promise<Lead[]> {
  const sounds = soundsLikeNames(scope, keywords);
  if (!sounds) return [];
  return (await pageOfLeads(tx, sql<SqlBool>`${leadsMatching(scope, {})} and ${sounds}`, request)).leads;
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
