import type { LeadId } from "@homeroom/contract/ids";
import type { RawBuilder, SqlBool } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Lead } from "../../record/queries/load-lead.ts";
import { listLeads, onlyLeads } from "./lead-list.ts";
import { namesHold } from "./search.ts";

/** A lead that a search from anywhere has found. */
export interface FoundLead {
  leadId: LeadId;
  nickname: string;
  names: string[];
  phones: string[];
  email: string;
  /** Found by name or contact data; otherwise by notes. */
  isNamed: boolean;
}

/** The first leads in a scope that match some words: by name or contact data first, then by notes. */
export async function findLeads(
  tx: Tx,
  scope: Scope,
  { keywords, limit }: { keywords: string; limit: number },
): Promise<FoundLead[]> {
  const request = { keywords, sortBy: "lastContactDate", sortOrder: "desc", pageSize: limit } as const;
  const find = async (only: RawBuilder<SqlBool>) => (await listLeads(tx, scope, request, only)).leads;
  const named = await find(namesHold(keywords));
  if (named.length >= limit) return named.map((lead) => found(lead, true));
  const known = new Set(named.map((lead) => lead.lead_id));
  const byNotes = (await find(onlyLeads.all)).filter((lead) => !known.has(lead.lead_id));
  return [...named.map((lead) => found(lead, true)), ...byNotes.map((lead) => found(lead, false))].slice(0, limit);
}

function found(lead: Lead, isNamed: boolean): FoundLead {
  const { contact1, contact2 } = lead;
  const filled = (texts: readonly (string | null | undefined)[]) => texts.flatMap((text) => text || []);
  return {
    leadId: lead.lead_id,
    nickname: lead.nickname,
    names: filled([lead.fullname, lead.ename, contact1.name, contact2.name]),
    phones: filled([lead.phone, contact1.phone, contact2.phone]),
    email: lead.email ?? "",
    isNamed,
  };
}
