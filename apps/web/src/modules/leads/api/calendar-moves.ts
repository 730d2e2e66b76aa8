import type { LeadRow } from "@homeroom/contract/leads";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { dateChange } from "../rules/cell-change.ts";
import type { CellWrites } from "./cell-writes.ts";
import { deskKeys } from "./desk.ts";
import { leadKeys } from "./queries.ts";

interface Day {
  date: string;
  total: number;
  totalIsEstimate: boolean;
  list: LeadRow[];
}
interface Calendar {
  days: Day[];
  overdue: { total: number; totalIsEstimate: boolean };
}

/** Moves a lead's next contact to another day, optimistically, and back if the server refuses. */
export function useDayMove({ save }: CellWrites) {
  const client = useQueryClient();
  return async (lead: LeadRow, day: string): Promise<boolean> => {
    const change = dateChange(lead, "nextContactDate", day);
    if (!change) return true;
    moveLead(client, lead, day);
    const saved = await save(lead.leadId, change);
    // A refetch may fail for the same reason.
    if (!saved) moveLead(client, { ...lead, nextContactDate: day || null }, lead.nextContactDate ?? "");
    // The server counts what is overdue, and a day that showed five of many can show another.
    await Promise.all([
      client.invalidateQueries({ queryKey: deskKeys.calendars }),
      client.invalidateQueries({ queryKey: [...leadKeys.lists, "day"] }),
    ]);
    return saved;
  };
}

function moveLead(client: QueryClient, lead: LeadRow, to: string): void {
  const from = lead.nextContactDate;
  client.setQueriesData<Calendar>({ queryKey: deskKeys.calendars }, (calendar) => {
    if (!calendar) return calendar;
    const known = to === "" || calendar.days.some(({ date }) => date === to);
    const days = known ? calendar.days : [...calendar.days, { date: to, total: 0, totalIsEstimate: false, list: [] }];
    return { ...calendar, days: days.map((day) => moved(day, lead, { from, to })) };
  });
}

function moved(day: Day, lead: LeadRow, { from, to }: { from: string | null; to: string }): Day {
  if (day.date === from) {
    return { ...day, total: day.total - 1, list: day.list.filter(({ leadId }) => leadId !== lead.leadId) };
  }
  if (day.date !== to) return day;
  return { ...day, total: day.total + 1, list: [{ ...lead, nextContactDate: to }, ...day.list] };
}
