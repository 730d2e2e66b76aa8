import type { LeadId } from "@homeroom/contract/ids";
import type { LeadRow } from "@homeroom/contract/leads";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { deskKeys } from "./desk.ts";
import { leadKeys } from "./queries.ts";

type Pages = InfiniteData<{ list: LeadRow[] }>;
interface Calendar {
  days: { list: LeadRow[] }[];
}

/** Changes a lead's row wherever it is on screen: in lists, on the board, in the calendar. */
export function patchLead(client: QueryClient, leadId: LeadId, patch: Partial<LeadRow>): void {
  const change = (row: LeadRow) => (row.leadId === leadId ? { ...row, ...patch } : row);
  // What does not hold the lead stays the same object: nothing of it is drawn again.
  const inPart = <Part extends { list: LeadRow[] }>(part: Part): Part =>
    part.list.some((row) => row.leadId === leadId) ? { ...part, list: part.list.map(change) } : part;
  const inPages = (data: Pages | undefined) => data && sameOr(data, { ...data, pages: data.pages.map(inPart) });
  client.setQueriesData<Pages>({ queryKey: leadKeys.lists }, inPages);
  client.setQueriesData<Pages>({ queryKey: deskKeys.columns }, inPages);
  client.setQueriesData<Calendar>(
    { queryKey: deskKeys.calendars },
    (data) => data && { ...data, days: data.days.map(inPart) },
  );
}

function sameOr(before: Pages, after: Pages): Pages {
  return after.pages.every((page, index) => page === before.pages[index]) ? before : after;
}

/** A lead's row as it is on screen anywhere. */
export function shownLead(client: QueryClient, leadId: LeadId): LeadRow | undefined {
  const parts = [
    ...client.getQueriesData<Pages>({ queryKey: leadKeys.lists }).flatMap(([, data]) => data?.pages ?? []),
    ...client.getQueriesData<Pages>({ queryKey: deskKeys.columns }).flatMap(([, data]) => data?.pages ?? []),
    ...client.getQueriesData<Calendar>({ queryKey: deskKeys.calendars }).flatMap(([, data]) => data?.days ?? []),
  ];
  for (const { list } of parts) {
    const row = list.find((one) => one.leadId === leadId);
    if (row) return row;
  }
  return undefined;
}
