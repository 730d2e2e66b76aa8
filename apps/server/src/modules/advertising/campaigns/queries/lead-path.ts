import type { AdPlatformName } from "@homeroom/contract/campaigns";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadPath, PathStep } from "@homeroom/contract/lead-path";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import { sql } from "kysely";
import { visitsOfLead } from "#modules/landing-pages/public";
import { timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { dayPlus } from "../rules/days.ts";
import { figuresFrom, noFigures, noLeadResults } from "../rules/figures.ts";
import { reachedAccounts } from "./accounts.ts";
import { figuresOf, leadResultsOf } from "./figures.ts";

/** Days before a lead from which the cost per lead of its ad is computed. */
const costDays = 30;

interface Touch {
  at: Date;
  adId: RecordId;
  name: string;
  adset: string;
  campaign: string;
  platform: AdPlatformName;
}

interface LeadPathRequest {
  leadId: LeadId;
  /** Which ads of a platform the person sees. */
  scopeOfAds: (platform: AdPlatformName) => Scope | null;
  /** Whether the person sees orders. */
  seesSales: boolean;
}

/** The path of a lead; the caller has checked that it is visible. */
export async function leadPath(
  tx: Tx,
  scope: Scope,
  { leadId, scopeOfAds, seesSales }: LeadPathRequest,
): Promise<LeadPath> {
  const touches = await touchesOf(tx, scope, leadId);
  const steps = [
    ...(await visitsOfLead(tx, scope, leadId)),
    ...(await formsOf(tx, scope, leadId)).map((at) => ({ ...nowhere, kind: "adForm" as const, at })),
  ];
  const known = new Set(steps.map(({ at }) => at.getTime()));
  const opened = touches.filter(({ at }) => !known.has(at.getTime()));
  const all = [...steps, ...opened.map(({ at }) => ({ ...nowhere, kind: "message" as const, at }))];
  const outcome = await outcomeOf(tx, scope, leadId);
  const [first] = touches;
  const ads = first ? scopeOfAds(first.platform) : null;
  return {
    steps: all
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ at, ...step }) => ({ ...step, time: at.toISOString(), ad: adAt(touches, at) })),
    talkedTime: outcome?.talked_at?.toISOString() ?? null,
    trialBookedTime: outcome?.trial_booked_at?.toISOString() ?? null,
    trialAttendedTime: outcome?.trial_attended_at?.toISOString() ?? null,
    dealTime: outcome?.deal_at?.toISOString() ?? null,
    sales: seesSales ? await salesOf(tx, scope, leadId) : null,
    cost: first && ads ? await costOf(tx, ads, first) : null,
  };
}

const nowhere = { page: null, source: {}, consentText: "" };

/** A touch by a page or a form has the exact time of the visitor's submission. */
function adAt(touches: readonly Touch[], at: Date): PathStep["ad"] {
  const touch = touches.find((one) => one.at.getTime() === at.getTime());
  return touch ? { recordID: touch.adId, name: touch.name, adset: touch.adset, campaign: touch.campaign } : null;
}

async function touchesOf(tx: Tx, { organizationId }: Scope, leadId: LeadId): Promise<Touch[]> {
  const { rows } = await sql<Touch>`
    select touch.at, touch.ad_id as "adId", ad.name, adset.name as adset, campaign.name as campaign, account.platform
    from ad_touch touch
    join ad_item ad on ad.organization_id = touch.organization_id and ad.item_id = touch.ad_id
    join ad_account account on account.organization_id = ad.organization_id and account.account_id = ad.account_id
    join ad_item adset on adset.organization_id = touch.organization_id and adset.item_id = touch.adset_id
    join ad_item campaign on campaign.organization_id = touch.organization_id and campaign.item_id = touch.campaign_id
    where touch.organization_id = ${organizationId} and touch.lead_id = ${leadId}
    order by touch.at limit 50`.execute(tx);
  return rows;
}

async function formsOf(tx: Tx, { organizationId }: Scope, leadId: LeadId): Promise<Date[]> {
  const rows = await tx
    .selectFrom("ad_lead")
    .select("created_at")
    .where("organization_id", "=", organizationId)
    .where("lead_id", "=", leadId)
    .orderBy("created_at")
    .limit(50)
    .execute();
  return rows.map((row) => row.created_at);
}

function outcomeOf(tx: Tx, { organizationId }: Scope, leadId: LeadId) {
  return tx
    .selectFrom("ad_outcome")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("lead_id", "=", leadId)
    .executeTakeFirst();
}

async function salesOf(tx: Tx, { organizationId }: Scope, leadId: LeadId): Promise<NonNullable<LeadPath["sales"]>> {
  const { rows } = await sql<{ currency: CurrencyCode; income: number }>`
    select currency, sum(income_minor)::float8 as income from ad_sale
    where organization_id = ${organizationId} and lead_id = ${leadId} group by currency order by currency`.execute(tx);
  return rows.map(({ currency, income }) => ({ currency, amount: fromMinor(income, currency) }));
}

/** The cost per lead of an ad in the days before a lead came from it. */
async function costOf(tx: Tx, scope: Scope, { adId, at, platform }: Touch): Promise<LeadPath["cost"]> {
  const { rows } = await sql<{ currency: string; timeZone: string }>`
    select account.currency, account.time_zone as "timeZone" from ad_item item
    join ad_account account on account.organization_id = item.organization_id and account.account_id = item.account_id
    where ${reachedAccounts(scope, "account", platform)} and item.item_id = ${adId}`.execute(tx);
  const [account] = rows;
  if (!account) return null;
  const lastDay = today(account.timeZone, at);
  const range = { firstDay: dayPlus(lastDay, 1 - costDays), lastDay };
  const counted = (await figuresOf(tx, scope, { ids: [adId], range })).get(adId) ?? noFigures;
  const timeZone = await timeZoneOf(tx, scope, null);
  const groups = new Map([[adId, adId]]);
  const leadResults = await leadResultsOf(tx, scope, { level: "ad", groups, range, timeZone, seesSales: false });
  const { costPerLead } = figuresFrom(counted, leadResults.get(adId) ?? noLeadResults, account.currency);
  return costPerLead === null ? null : { currency: account.currency, amount: costPerLead };
}
