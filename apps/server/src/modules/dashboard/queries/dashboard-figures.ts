import {
  type DashboardCard,
  type DashboardFigures,
  type FunnelStage,
  funnelStages,
} from "@homeroom/contract/dashboard";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { peopleByIds } from "#modules/accounts/public";
import { channelsByIds } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { replyFigures } from "../rules/reply-time.ts";
import { changeRate, type DayRange, daysBefore, daysIn } from "../rules/windows.ts";
import { answerCounts } from "./answer-figures.ts";
import { type LeadCounts, type LeadFigures, leadFigures } from "./lead-figures.ts";

interface FigureFilter {
  readonly days: number;
  readonly range: DayRange;
  readonly compareRange: DayRange;
  readonly branchID?: BranchId | undefined;
  readonly salesID?: AccountId | undefined;
}

type Figures = Omit<DashboardFigures, "own" | "cards" | "broadcast" | "ads"> & {
  cards: Pick<DashboardFigures["cards"][number], "key" | "value" | "compareValue">[];
};

/** Everything of the dashboard that is counted in windows, for the leads of a scope. */
export async function dashboardFigures(tx: Tx, scope: Scope, filter: FigureFilter): Promise<Figures> {
  const [leads, answers] = await Promise.all([leadFigures(tx, scope, filter), answerCounts(tx, scope, filter)]);
  const [current, before] = [totalOf(leads, true), totalOf(leads, false)];
  const [channels, salesRank] = await Promise.all([channelsOf(tx, scope, leads), rankOf(tx, scope, leads)]);
  const { range, compareRange } = filter;
  return {
    range,
    compareRange,
    cards: (Object.entries(cardColumns) as [keyof typeof cardColumns, keyof LeadCounts][]).map(([key, column]) => ({
      key,
      value: current[column],
      compareValue: before[column],
    })),
    trend: trendOf(leads, filter),
    channels,
    funnel: funnelStages.map((stage) => ({ stage, value: current[stage], compareValue: before[stage] })),
    salesRank,
    reply: replyFigures(answers.current.all),
    compareReply: replyFigures(answers.before.all),
    officeReply: answers.current.office && replyFigures(answers.current.office),
    compareOfficeReply: answers.before.office && replyFigures(answers.before.office),
  };
}

const cardColumns = {
  newLeads: "leads",
  repeatLeads: "repeats",
  chats: "chats",
  deals: "deals",
} as const satisfies Partial<Record<DashboardCard, keyof LeadCounts>>;
const columns = [...funnelStages, "repeats", "deals", "chats"] as const;

function totalOf({ bySales }: LeadFigures, current: boolean): LeadCounts {
  const rows = bySales.filter((row) => row.current === current);
  const sums = columns.map((column): [string, number] => [column, rows.reduce((sum, row) => sum + row[column], 0)]);
  return { ...nothing, ...Object.fromEntries(sums) };
}

function trendOf({ byDay }: LeadFigures, { days, range }: FigureFilter): DashboardFigures["trend"] {
  const rows = new Map(byDay.map((row) => [row.day, row]));
  return daysIn(range).map((date) => ({
    date,
    value: rows.get(date)?.leads ?? 0,
    compareValue: rows.get(daysBefore(date, days))?.leads ?? 0,
    chats: rows.get(date)?.chats ?? 0,
    deals: rows.get(date)?.deals ?? 0,
  }));
}

const stagesOf = (row: LeadCounts) =>
  Object.fromEntries(funnelStages.map((stage) => [stage, row[stage]])) as Record<FunnelStage, number>;

async function channelsOf(tx: Tx, scope: Scope, { byChannel }: LeadFigures): Promise<DashboardFigures["channels"]> {
  const names = await channelsByIds(
    tx,
    scope,
    byChannel.flatMap(({ channelId }) => channelId ?? []),
  );
  const before = new Map(byChannel.filter(({ current }) => !current).map((row) => [row.channelId, row.leads]));
  const now = new Map(byChannel.filter(({ current }) => current).map((row) => [row.channelId, row]));
  const rows = [...new Set([...now.keys(), ...before.keys()])].map((channelId) => {
    const named = channelId && names.get(channelId);
    return {
      channel: named ? { recordID: named.recordID, name: named.name } : null,
      ...stagesOf(now.get(channelId) ?? nothing),
      compareLeads: before.get(channelId) ?? 0,
    };
  });
  return rows
    .filter(({ leads, compareLeads }) => leads + compareLeads > 0)
    .sort((one, other) => other.leads - one.leads);
}

async function rankOf(tx: Tx, scope: Scope, { bySales }: LeadFigures): Promise<DashboardFigures["salesRank"]> {
  const rows = bySales.filter(({ current, leads }) => current && leads > 0);
  const people = await peopleByIds(
    tx,
    scope,
    rows.flatMap(({ salesId }) => salesId ?? []),
  );
  const ranked = rows.map((row) => {
    const person: { accountId: AccountId; nickname: string } | undefined = row.salesId
      ? people.get(row.salesId)
      : undefined;
    return {
      sales: person ? { accountID: person.accountId, nickname: person.nickname } : null,
      ...stagesOf(row),
    };
  });
  return ranked.sort((one, other) => other.dealt - one.dealt || other.leads - one.leads);
}

const nothing: LeadCounts = { leads: 0, talked: 0, booked: 0, attended: 0, dealt: 0, repeats: 0, deals: 0, chats: 0 };

/** The figures with their change. */
export function withChange<Card extends { value: number; compareValue: number | null }>(card: Card) {
  return { ...card, changeRate: changeRate(card.value, card.compareValue) };
}
