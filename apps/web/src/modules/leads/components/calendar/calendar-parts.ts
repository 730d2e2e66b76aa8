import type { CalendarDay } from "@homeroom/contract/lead-desk";
import type { LeadRow } from "@homeroom/contract/leads";
import type { CalendarSpan } from "#ui/time/calendar-days.ts";
import type { Desk } from "../desk/use-desk.ts";

/** What the month, the week and the phone's list of days share. */
export interface CalendarParts {
  days: readonly string[];
  /** Undefined until the days have loaded. */
  found: { days: CalendarDay[] } | undefined;
  desk: Desk;
  span: CalendarSpan;
  anchor: string;
  mayMove: boolean;
  onMove: (lead: LeadRow, day: string) => Promise<void>;
  onDay: (day: string) => void;
}
