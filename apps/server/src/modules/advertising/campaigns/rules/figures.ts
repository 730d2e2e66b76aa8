import type { AdFigures, AdRow } from "@homeroom/contract/campaigns";

/** What the platform counted. */
export interface PlatformFigures {
  impressions: number;
  reach: number;
  clicks: number;
  results: number;
  spend: number;
}

/** How far the leads have got. */
export interface LeadResults {
  leads: number;
  conversations: number;
  trialsBooked: number;
  trialsAttended: number;
  deals: number;
  /** Null: for people who do not see orders. */
  revenue: { currency: string; amount: number }[] | null;
}

export const noFigures: PlatformFigures = { impressions: 0, reach: 0, clicks: 0, results: 0, spend: 0 };
export const noLeadResults: LeadResults = {
  leads: 0,
  conversations: 0,
  trialsBooked: 0,
  trialsAttended: 0,
  deals: 0,
  revenue: [],
};

/** The same for people who do not see orders. */
export const noLeadResultsWithoutRevenue: LeadResults = { ...noLeadResults, revenue: null };

/** Figures that add up, and the costs and rates that follow from them. `currency`: what the spend is in. */
export function figuresFrom(counted: PlatformFigures, leadResults: LeadResults, currency: string): AdFigures {
  const { impressions, reach, clicks, results } = counted;
  const spend = cents(counted.spend);
  const { leads, conversations, trialsBooked, trialsAttended, deals, revenue } = leadResults;
  const costOf = (count: number, each = 1) => (count > 0 ? cents((spend / count) * each) : null);
  const rateOf = (count: number, of: number) => (of > 0 ? Math.round((count / of) * 1e6) / 1e6 : null);
  const income = revenue?.find((one) => one.currency === currency)?.amount ?? 0;
  return {
    impressions,
    reach,
    clicks,
    results: cents(results),
    spend,
    cpc: costOf(clicks),
    cpm: costOf(impressions, 1000),
    cpp: costOf(reach, 1000),
    ctr: rateOf(clicks, impressions),
    costPerConversion: costOf(results),
    leads,
    leadRate: rateOf(leads, clicks),
    costPerLead: costOf(leads),
    conversations,
    costPerConversation: costOf(conversations),
    trialsBooked,
    costPerTrialBooked: costOf(trialsBooked),
    trialsAttended,
    costPerTrialAttended: costOf(trialsAttended),
    deals,
    costPerDeal: costOf(deals),
    revenue,
    roas: spend > 0 && income > 0 ? cents(income / spend) : null,
  };
}

/** The sum of what the platform counted. */
export function addedUp(all: readonly PlatformFigures[]): PlatformFigures {
  return all.reduce(
    (sum, one) => ({
      impressions: sum.impressions + one.impressions,
      reach: sum.reach + one.reach,
      clicks: sum.clicks + one.clicks,
      results: sum.results + one.results,
      spend: sum.spend + one.spend,
    }),
    noFigures,
  );
}

/** Rows in an order; those without a value come last, equal ones by name and then by id. */
export function sortedRows(
  rows: readonly AdRow[],
  { sortBy, sortOrder }: { sortBy: Exclude<keyof AdFigures, "revenue"> | "name"; sortOrder: "asc" | "desc" },
): AdRow[] {
  const sign = sortOrder === "asc" ? 1 : -1;
  const byName = (a: AdRow, b: AdRow) => compareTexts(a.name, b.name) || compareTexts(a.recordID, b.recordID);
  if (sortBy === "name") return rows.toSorted((a, b) => sign * byName(a, b));
  return rows.toSorted((a, b) => {
    const [left, right] = [a[sortBy], b[sortBy]];
    if (left === right) return byName(a, b);
    if (left === null || right === null) return left === null ? 1 : -1;
    return sign * (left - right);
  });
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}
