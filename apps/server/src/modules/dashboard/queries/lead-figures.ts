import type { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { DayRange } from "../rules/windows.ts";

/** The kinds of figures of leads: see the columns of `lead_figure`. */
export interface LeadCounts {
  leads: number;
  talked: number;
  booked: number;
  attended: number;
  dealt: number;
  repeats: number;
  deals: number;
  chats: number;
}

/** Counts of leads grouped by one key, for days from `start` on (`current`) and for days before. */
export interface LeadFigures {
  byDay: (LeadCounts & { day: string })[];
  byChannel: (LeadCounts & { current: boolean; channelId: RecordId | null })[];
  bySales: (LeadCounts & { current: boolean; salesId: AccountId | null })[];
}

interface FigureFilter {
  readonly range: DayRange;
  readonly compareRange: DayRange;
  readonly branchID?: BranchId | undefined;
  readonly salesID?: AccountId | undefined;
}

interface Row extends LeadCounts {
  kind: "day" | "channel" | "sales";
  current: boolean;
  day: string;
  channelId: RecordId | null;
  salesId: AccountId | null;
}

/** Figures of the leads in a scope, summed from daily counters: no lead is read. */
export async function leadFigures(tx: Tx, scope: Scope, filter: FigureFilter): Promise<LeadFigures> {
  const { range, compareRange, branchID, salesID } = filter;
  const found = await sql<Row>`
    with part as (
      select day, channel_id, sales_id, day >= ${range.start}::date as current,
        leads, talked, booked, attended, dealt, repeats, deals, chats
      from lead_figure figure
      where ${visibleRows(scope, "figure")} and day between ${compareRange.start}::date and ${range.end}::date
        and (${branchID ?? null}::uuid is null or branch_id = ${branchID ?? null}::uuid)
        and (${salesID ?? null}::uuid is null or sales_id = ${salesID ?? null}::uuid))
    select case when grouping(day) = 0 then 'day' when grouping(channel_id) = 0 then 'channel' else 'sales' end as kind,
      current, day::text as day, channel_id as "channelId", sales_id as "salesId",
      sum(leads)::int as leads, sum(talked)::int as talked, sum(booked)::int as booked, sum(attended)::int as attended,
      sum(dealt)::int as dealt, sum(repeats)::int as repeats, sum(deals)::int as deals, sum(chats)::int as chats
    from part group by grouping sets ((current, day), (current, channel_id), (current, sales_id))`.execute(tx);
  const of = (kind: Row["kind"]) => found.rows.filter((row) => row.kind === kind);
  return { byDay: of("day"), byChannel: of("channel"), bySales: of("sales") };
}
