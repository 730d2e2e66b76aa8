import type { AdFigures, AdLevel, AdPlatformName, AdRow, AdSummary } from "@homeroom/contract/campaigns";
import type { RecordId } from "@homeroom/contract/ids";
import { namedPages } from "#modules/landing-pages/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { type DayRange, rangeBefore } from "../rules/days.ts";
import { addedUp, figuresFrom, noFigures, noLeadResults, noLeadResultsWithoutRevenue } from "../rules/figures.ts";
import { figuresOf, leadResultsOf } from "./figures.ts";
import { type AdFilters, type ListedItem, listItems } from "./items.ts";

interface AdListRequest {
  platform: AdPlatformName;
  level: AdLevel;
  filters: AdFilters;
  /** The centre's time zone, which decides the day of a lead. */
  timeZone: string;
  /** Whether the person sees orders; otherwise revenue and derived figures are null. */
  seesSales: boolean;
}

interface AdListFigures {
  rows: Map<RecordId, AdFigures>;
  totals: Map<string, AdFigures>;
}

/** All items that match the filters with their figures, unsorted, and the totals by currency. */
export async function adList(
  tx: Tx,
  scope: Scope,
  request: AdListRequest,
): Promise<{ rows: AdRow[]; summary: AdSummary[] }> {
  const { level, filters } = request;
  const items = await listItems(tx, scope, request);
  const range = { firstDay: filters.startTime, lastDay: filters.endTime };
  const now = await measure(tx, scope, { ...request, items, range });
  const before = filters.compare ? await measure(tx, scope, { ...request, items, range: rangeBefore(range) }) : null;
  const pages = await namedPages(
    tx,
    scope,
    items.flatMap(({ pageIds }) => pageIds),
  );
  const summary = [...now.totals].map(([currency, figures]) => ({
    ...figures,
    currency,
    count: items.filter((item) => item.currency === currency).length,
    before: before?.totals.get(currency) ?? null,
  }));
  const nothing = request.seesSales ? noLeadResults : noLeadResultsWithoutRevenue;
  const rows = items.map((item) => {
    const landingPages = item.pageIds
      .map((recordID) => ({ recordID, ...(pages.get(recordID) ?? { name: "", isOnline: false }) }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
    return {
      ...(now.rows.get(item.itemId) ?? figuresFrom(noFigures, nothing, item.currency)),
      ...placeOf(item),
      level,
      landingPage: landingPages[0] ?? null,
      landingPages,
      before: before?.rows.get(item.itemId) ?? null,
    };
  });
  return { rows, summary: summary.toSorted((a, b) => b.count - a.count) };
}

function placeOf(item: ListedItem) {
  const named = (recordID: RecordId | null, name: string | null) => recordID && { recordID, name: name ?? "" };
  return {
    recordID: item.itemId,
    itemID: item.externalId,
    name: item.name,
    status: item.status,
    account: { recordID: item.accountId, name: item.accountName },
    currency: item.currency,
    campaign: named(item.campaignId, item.campaignName),
    adset: named(item.adsetId, item.adsetName),
  };
}

async function measure(
  tx: Tx,
  scope: Scope,
  { level, items, range, timeZone, seesSales }: AdListRequest & { items: readonly ListedItem[]; range: DayRange },
): Promise<AdListFigures> {
  const ids = items.map(({ itemId }) => itemId);
  const counted = await figuresOf(tx, scope, { ids, range });
  const asked = { level, range, timeZone, seesSales };
  const nothing = seesSales ? noLeadResults : noLeadResultsWithoutRevenue;
  const byItem = await leadResultsOf(tx, scope, { ...asked, groups: new Map(ids.map((id) => [id, id])) });
  const currencies = new Map(items.map(({ itemId, currency }) => [itemId, currency]));
  const byCurrency = await leadResultsOf(tx, scope, { ...asked, groups: currencies });
  const rows = items.map(({ itemId, currency }) => {
    const figures = figuresFrom(counted.get(itemId) ?? noFigures, byItem.get(itemId) ?? nothing, currency);
    return [itemId, figures] as const;
  });
  const totals = [...new Set(currencies.values())].map((currency) => {
    const own = items.filter((item) => item.currency === currency);
    const sum = addedUp(own.map(({ itemId }) => counted.get(itemId) ?? noFigures));
    return [currency, figuresFrom(sum, byCurrency.get(currency) ?? nothing, currency)] as const;
  });
  return { rows: new Map(rows), totals: new Map(totals) };
}
