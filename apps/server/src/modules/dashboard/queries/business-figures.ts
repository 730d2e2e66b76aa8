import type { DashboardCard, DashboardFigures } from "@homeroom/contract/dashboard";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import { spentOnCampaigns } from "#modules/advertising/public";
import { countStartedPlans } from "#modules/broadcast-plans/public";
import { sumOrders } from "#modules/orders/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Tx } from "#platform/db/transaction";
import type { DayRange } from "../rules/windows.ts";

interface CardFilter {
  readonly range: DayRange;
  readonly compareRange: DayRange;
  readonly branchID?: BranchId | undefined;
  readonly salesID?: AccountId | undefined;
  /** Only rows that are the actor's own or have no owner. */
  readonly own: boolean;
  /** The time zone of the days of plans. */
  readonly zone: string;
}

interface Card {
  key: DashboardCard;
  value: number;
  compareValue: number | null;
  currency: string | null;
  rows: number | null;
}

/**
 * Orders, broadcasts and ads of two windows that an actor can see. Each is read with the conditions of
 * the list that it opens, so both always agree.
 */
export async function businessCards(tx: Tx, actor: Actor, filter: CardFilter): Promise<Card[]> {
  const cards = await Promise.all([
    can(actor, "sale:order:query") ? revenue(tx, actor, filter) : [],
    can(actor, "bulk:plan:query") ? broadcasts(tx, actor, filter) : [],
    ...adCards.map((card) => (seesAds(actor, filter, card) ? adSpend(tx, actor, filter, card) : [])),
  ]);
  return cards.flat();
}

/** The lists of ads of each platform. */
const adCards = [
  { key: "adSpend", platform: "meta", see: "ad:campaign:query" },
  { key: "volcengineSpend", platform: "volcengine", see: "ad:volcengine:query" },
] as const;
type AdCard = (typeof adCards)[number];

/** Campaigns have no owner: a person's own figures include none. */
function seesAds(actor: Actor, { salesID }: Pick<CardFilter, "salesID">, { see }: Pick<AdCard, "see">): boolean {
  return can(actor, see) && !salesID;
}

/** The same of broadcasts and ads by name; null for what the actor does not see. */
export function businessTotals(
  cards: readonly Card[],
  actor: Actor,
  filter: Pick<CardFilter, "salesID">,
): Pick<DashboardFigures, "broadcast" | "ads"> {
  const sent = cards.find(({ key }) => key === "broadcasts");
  const spent = cards.filter(({ key }) => key === "adSpend");
  return {
    broadcast: sent ? { plans: sent.rows ?? 0, messages: sent.value, compareMessages: sent.compareValue ?? 0 } : null,
    ads: seesAds(actor, filter, adCards[0])
      ? {
          campaigns: spent[0]?.rows ?? 0,
          spend: spent.map(({ currency, value, compareValue }) => ({
            currency: currency ?? "",
            amount: value,
            compareAmount: compareValue ?? 0,
          })),
        }
      : null,
  };
}

async function revenue(tx: Tx, actor: Actor, { branchID, salesID, own, ...windows }: CardFilter): Promise<Card[]> {
  const scope = scopeOf(actor, "crm:lead:all");
  const of = ({ start, end }: DayRange) =>
    sumOrders(tx, scope, { payStart: start, payEnd: end, branchID, salesID, mine: own });
  const [now, before] = await Promise.all([of(windows.range), of(windows.compareRange)]);
  const amounts = (sums: typeof now) =>
    sums.map(({ currency, count, paid, refunded }) => ({
      currency,
      amount: fromMinor(paid - refunded, currency),
      rows: count,
    }));
  return moneyCards("revenue", amounts(now), amounts(before));
}

async function broadcasts(tx: Tx, actor: Actor, filter: CardFilter): Promise<Card[]> {
  const { range, compareRange, branchID, salesID, own, zone } = filter;
  const scope = scopeOf(actor, "bulk:plan:query");
  const creatorID = own ? actor.accountId : salesID;
  const of = ({ start, end }: DayRange) =>
    countStartedPlans(tx, scope, { startedFrom: start, startedTo: end, branchID, creatorID, zone });
  const [now, before] = await Promise.all([of(range), of(compareRange)]);
  return [{ key: "broadcasts", value: now.messages, compareValue: before.messages, currency: null, rows: now.plans }];
}

async function adSpend(
  tx: Tx,
  actor: Actor,
  { range, compareRange, branchID }: CardFilter,
  { key, platform, see }: AdCard,
): Promise<Card[]> {
  const scope = scopeOf(actor, see);
  const of = ({ start, end }: DayRange) =>
    spentOnCampaigns(tx, scope, { platform, range: { firstDay: start, lastDay: end }, branchID });
  const [now, before] = await Promise.all([of(range), of(compareRange)]);
  const amounts = (sums: typeof now) =>
    sums.map(({ currency, campaigns, spend }) => ({ currency, amount: spend, rows: campaigns }));
  return moneyCards(key, amounts(now), amounts(before));
}

interface Sum {
  currency: string;
  amount: number;
  rows: number;
}

/** A card for each currency of both windows. All of them open one list, which is as long as all of them together. */
function moneyCards(key: "revenue" | AdCard["key"], now: readonly Sum[], before: readonly Sum[]): Card[] {
  const currencies = [...new Set([...now, ...before].map(({ currency }) => currency))];
  const amountOf = (sums: readonly Sum[], currency: string) =>
    sums.find((sum) => sum.currency === currency)?.amount ?? 0;
  const rows = now.reduce((all, sum) => all + sum.rows, 0);
  return currencies.map((currency) => ({
    key,
    value: amountOf(now, currency),
    compareValue: amountOf(before, currency),
    currency,
    rows,
  }));
}
