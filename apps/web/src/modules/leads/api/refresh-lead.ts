import type { LeadId } from "@homeroom/contract/ids";
import { type LeadRow, leads } from "@homeroom/contract/leads";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { rowOfCard } from "../rules/lead-row.ts";
import { patchLead, shownLead } from "./patch-lead.ts";
import { leadKeys } from "./queries.ts";

/** What the cache holds of one list. */
export type Rows = InfiniteData<{ list: LeadRow[]; total: number }>;

/** Fetches a lead again after a change: its card, its rows in the lists, its history and notes. */
export async function refreshLead(client: QueryClient, leadId: LeadId): Promise<void> {
  let gone = false;
  try {
    const { resultData: card } = await api.call(
      leads.info,
      { leadId },
      { onFailure: ({ name }) => (gone = name === "NOT_FOUND") },
    );
    client.setQueryData(leadKeys.card(leadId), card);
    const shown = shownLead(client, leadId);
    if (shown && shown.version <= card.version) patchLead(client, leadId, rowOfCard(card, shown));
  } catch {
    // Somebody else's by now, or deleted: it leaves the lists. Any other failure shows where the lead is looked at.
    if (gone) client.setQueriesData<Rows>({ queryKey: leadKeys.lists }, (rows) => rows && withoutLead(rows, leadId));
    void client.invalidateQueries({ queryKey: leadKeys.card(leadId) });
  }
  void client.invalidateQueries({ queryKey: leadKeys.history(leadId) });
  void client.invalidateQueries({ queryKey: leadKeys.notes(leadId) });
}

function withoutLead(rows: Rows, leadId: LeadId): Rows {
  const pages = rows.pages.map((page) => {
    const list = page.list.filter((row) => row.leadId !== leadId);
    return { ...page, list, total: page.total - (page.list.length - list.length) };
  });
  return { ...rows, pages };
}
