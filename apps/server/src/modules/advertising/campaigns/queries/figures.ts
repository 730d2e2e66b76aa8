import type { AdLevel, AdPlatformName } from "@homeroom/contract/campaigns";
import type { BranchId, RecordId } from "@homeroom/contract/ids";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { DayRange } from "../rules/days.ts";
import type { LeadResults, PlatformFigures } from "../rules/figures.ts";
import { reachedAccounts } from "./accounts.ts";

/** The platform's figures of items in a range, by item. */
export async function figuresOf(
  tx: Tx,
  { organizationId }: Scope,
  { ids, range }: { ids: readonly RecordId[]; range: DayRange },
): Promise<Map<RecordId, PlatformFigures>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<PlatformFigures & { itemId: RecordId }>`
    select item_id as "itemId", sum(impressions)::float8 as impressions, sum(reach)::float8 as reach,
      sum(clicks)::float8 as clicks, sum(results)::float8 as results, sum(spend)::float8 as spend
    from ad_day
    where organization_id = ${organizationId} and item_id = any(${sql.val([...ids])}::uuid[])
      and day between ${range.firstDay}::date and ${range.lastDay}::date
    group by item_id`.execute(tx);
  return new Map(rows.map(({ itemId, ...figures }) => [itemId, figures]));
}

/** The cost of a platform's campaigns that a scope sees on the given days, by currency, without those neither shown nor paid. */
export async function spentOnCampaigns(
  tx: Tx,
  scope: Scope,
  { platform, range, branchID }: { platform: AdPlatformName; range: DayRange; branchID?: BranchId | undefined },
): Promise<{ currency: string; campaigns: number; spend: number }[]> {
  const { rows } = await sql<{ currency: string; campaigns: number; spend: number }>`
    select account.currency, count(distinct item.item_id)::int as campaigns, sum(counted.spend)::float8 as spend
    from ad_account account
    join ad_item item on item.organization_id = account.organization_id and item.account_id = account.account_id
      and item.level = 'campaign'
    join ad_day counted on counted.organization_id = item.organization_id and counted.item_id = item.item_id
      and counted.day between ${range.firstDay}::date and ${range.lastDay}::date
    where ${reachedAccounts(scope, "account", platform)} and account.status = 1
      and (${branchID ?? null}::uuid is null or account.branch_id = ${branchID ?? null}::uuid)
      and (counted.impressions > 0 or counted.spend > 0)
    group by account.currency order by campaigns desc, account.currency`.execute(tx);
  return rows;
}

interface FigureRequest {
  level: AdLevel;
  /** The group of an item's leads: a lead counts once in each. */
  groups: ReadonlyMap<RecordId, string>;
  range: DayRange;
  timeZone: string;
  /** Whether the person sees orders: without, revenue is null. */
  seesSales: boolean;
}

const columns = { campaign: "campaign_id", adset: "adset_id", ad: "ad_id" } as const;

/**
 * The leads that first came from the items in a range, and the stages they have reached since, by group: stages reached
 * before do not count for the ad.
 */
export async function leadResultsOf(
  tx: Tx,
  { organizationId }: Scope,
  request: FigureRequest,
): Promise<Map<string, LeadResults>> {
  if (request.groups.size === 0) return new Map();
  const { range, timeZone, seesSales } = request;
  const touched = sql`
    wanted(item_id, name) as (
      select * from unnest(${sql.val([...request.groups.keys()])}::uuid[], ${sql.val([...request.groups.values()])}::text[])),
    touched as (
      select wanted.name, touch.lead_id, min(touch.at) as at from ad_touch touch
      join wanted on wanted.item_id = ${sql.ref(`touch.${columns[request.level]}`)}
      where touch.organization_id = ${organizationId}
        and touch.at < (${range.lastDay}::timestamp + interval '1 day') at time zone ${timeZone}
      group by wanted.name, touch.lead_id
      having min(touch.at) >= ${range.firstDay}::timestamp at time zone ${timeZone})`;
  const since = (moment: string) => sql`count(*) filter (where ${sql.ref(moment)} >= touched.at)::int`;
  const counted = await sql<Omit<LeadResults, "revenue"> & { name: string }>`
    with ${touched}
    select touched.name, count(*)::int as leads, ${since("talked_at")} as conversations,
      ${since("trial_booked_at")} as "trialsBooked", ${since("trial_attended_at")} as "trialsAttended",
      ${since("deal_at")} as deals
    from touched join ad_outcome outcome
      on outcome.organization_id = ${organizationId} and outcome.lead_id = touched.lead_id
    group by touched.name`.execute(tx);
  const leadResults = new Map<string, LeadResults>(
    counted.rows.map(({ name, ...counts }) => [name, { ...counts, revenue: seesSales ? [] : null }]),
  );
  if (!seesSales) return leadResults;
  const paid = await sql<{ name: string; currency: CurrencyCode; income: number }>`
    with ${touched}
    select touched.name, sale.currency, sum(sale.income_minor)::float8 as income
    from touched
    join ad_outcome outcome on outcome.organization_id = ${organizationId} and outcome.lead_id = touched.lead_id
    join ad_sale sale on sale.organization_id = ${organizationId} and sale.lead_id = touched.lead_id
      and sale.created_at >= touched.at
    group by touched.name, sale.currency order by touched.name, sale.currency`.execute(tx);
  for (const { name, currency, income } of paid.rows)
    leadResults.get(name)?.revenue?.push({ currency, amount: fromMinor(income, currency) });
  return leadResults;
}
