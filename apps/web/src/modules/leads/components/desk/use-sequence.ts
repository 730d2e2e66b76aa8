import type { LeadId } from "@homeroom/contract/ids";
import type { LeadRow } from "@homeroom/contract/leads";
import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { ListState } from "#ui/data-table/list-state.ts";
import { deskKeys } from "../../api/desk.ts";
import { leadKeys } from "../../api/queries.ts";
import type { Desk } from "./use-desk.ts";

type Pages = InfiniteData<{ list: LeadRow[] }>;
interface Calendar {
  days: { list: LeadRow[] }[];
}

/**
 * The leads in the order in which the panel moves through them: that of the table, of the board column, of the calendar, or
 * of the day that is open as a list.
 */
export function useSequence(desk: Desk, list: ListState<LeadRow>): LeadId[] {
  const client = useQueryClient();
  const { view, leadId } = desk;
  const inTable = list.rows.map((lead) => lead.leadId);
  if (view === "table" || !leadId) return inTable;
  const parts = view === "board" ? columnsOf(client) : calendarOf(client);
  return parts.find((ids) => ids.includes(leadId)) ?? inTable;
}

function pagesOf(client: QueryClient, queryKey: readonly unknown[]): LeadId[][] {
  const shown = client.getQueryCache().findAll({ queryKey, type: "active" });
  return shown.map(({ state }) => {
    const pages = (state.data as Pages | undefined)?.pages ?? [];
    return pages.flatMap((page) => page.list.map((lead) => lead.leadId));
  });
}

function columnsOf(client: QueryClient): LeadId[][] {
  return pagesOf(client, deskKeys.columns);
}

function calendarOf(client: QueryClient): LeadId[][] {
  const shown = client.getQueryCache().findAll({ queryKey: deskKeys.calendars, type: "active" });
  const days = shown.map(({ state }) => {
    const parts = (state.data as Calendar | undefined)?.days ?? [];
    return parts.flatMap((day) => day.list.map((lead) => lead.leadId));
  });
  return [...pagesOf(client, [...leadKeys.lists, "day"]), ...days];
}
