import type { ExclusionReason } from "@homeroom/contract/broadcast-estimate";
import type { LeadId } from "@homeroom/contract/ids";
import { type RawBuilder, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { callingCodeOf, type Price, priceOfNumber } from "../rules/price-of-number.ts";

export interface CandidateCount {
  count: number;
  excluded: { reason: ExclusionReason; count: number }[];
}

/** How many candidates would get the plan, and why the others would not. */
export async function countCandidates(tx: Tx, candidates: RawBuilder<unknown>): Promise<CandidateCount> {
  await takeLong(tx);
  const found = await sql<{ reason: ExclusionReason | null; count: number }>`
    with candidate as (select * from ${candidates} as one) ${reasons}`.execute(tx);
  return countedOf(found.rows);
}

/** The cost of one country's candidates. */
interface CountryCost {
  country: string;
  currency: string;
  count: number;
  /** In millionths, of one message. */
  micros: number;
}

/** The cost of candidates with prices in one currency. */
export interface CurrencyCost {
  currency: string;
  count: number;
  /** In millionths, of all of them. */
  micros: number;
  /** The most expensive first. */
  countries: readonly CountryCost[];
}

/** A candidate who would get the plan. */
export interface Sample {
  leadId: LeadId | null;
  phone: string | null;
  email: string | null;
  nickname: string;
}

interface Estimate extends CandidateCount {
  /** The one with the most candidates first. */
  costs: readonly CurrencyCost[];
  samples: Sample[];
  excludedSamples: { reason: ExclusionReason; nickname: string; phone: string }[];
}

interface EstimateLimits {
  prices: readonly Price[];
  mostSamples: number;
  mostExcluded: number;
}

/**
 * How many candidates would get the plan and their cost in each currency of the prices, by the country of their number;
 * why the others would not; and samples of both, a few for each reason. A lead that the scope does not see is only its number.
 * The candidates are found once for all of this: for a large list that takes seconds.
 */
export async function estimateCandidates(
  tx: Tx,
  scope: Scope,
  candidates: RawBuilder<unknown>,
  { prices, mostSamples, mostExcluded }: EstimateLimits,
): Promise<Estimate> {
  await takeLong(tx);
  const { rows } = await sql<{
    reasons: { reason: ExclusionReason | null; count: number }[];
    alike: PhoneCount[];
    samples: Sample[];
    excludedSamples: Estimate["excludedSamples"];
  }>`
    with candidate as materialized (select * from ${candidates} as one)
    select ${listOf(reasons)} as reasons, ${listOf(alikeOf(prices))} as alike,
      ${listOf(samplesOf(scope, mostSamples))} as samples,
      ${listOf(excludedSamplesOf(scope, mostExcluded))} as "excludedSamples"`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error("An estimate has one row");
  const { alike, samples, excludedSamples } = found;
  const costs = costsOf(countriesOf(alike, prices));
  return { ...countedOf(found.reasons), costs, samples, excludedSamples };
}

/** A million candidates take longer than the usual limit of a statement. Browsers wait for 50 s. */
async function takeLong(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '45s'`.execute(tx);
}

function listOf(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(row_to_json(listed)), '[]'::json) from (${rows}) as listed)`;
}

const reasons = sql`select reason, count(*)::int as count from candidate group by reason order by count(*) desc`;

function countedOf(found: readonly { reason: ExclusionReason | null; count: number }[]): CandidateCount {
  const excluded = found.flatMap(({ reason, count }) => (reason ? [{ reason, count }] : []));
  return { count: found.find(({ reason }) => reason === null)?.count ?? 0, excluded };
}

function costsOf(found: readonly CountryCost[]): CurrencyCost[] {
  return [...Map.groupBy(found, ({ currency }) => currency)]
    .map(([currency, countries]) => {
      const sum = (read: (one: CountryCost) => number) => countries.reduce((total, one) => total + read(one), 0);
      return { currency, count: sum(({ count }) => count), micros: sum((one) => one.count * one.micros), countries };
    })
    .toSorted((one, other) => other.count - one.count || (one.currency < other.currency ? -1 : 1));
}

/** Numbers with the same prefix, which have one price: a sample, and how many there are. */
interface PhoneCount {
  phone: string;
  count: number;
}

/**
 * There are few calling codes. If several prices share one, seven digits determine a number's country; four are enough for
 * numbers that begin with 1: the area code.
 */
function alikeOf(prices: readonly Price[]): RawBuilder<unknown> {
  const codes = prices.map(callingCodeOf);
  const isShared = new Set(codes).size < codes.length;
  const length = isShared ? 7 : Math.max(0, ...codes.map((code) => code.length));
  return sql`
    select min(phone) as phone, count(*)::int as count from candidate where state = 'waiting' and phone is not null
    group by left(phone, case when phone like '1%' then ${Math.min(length, 4)}::int else ${length}::int end)`;
}

function countriesOf(found: readonly PhoneCount[], prices: readonly Price[]): CountryCost[] {
  const counts = new Map<Price, number>();
  for (const { phone, count } of found) {
    const price = priceOfNumber(phone, prices);
    if (price) counts.set(price, (counts.get(price) ?? 0) + count);
  }
  return [...counts]
    .map(([price, count]) => ({ ...price, count }))
    .toSorted(
      (one, other) => other.count * other.micros - one.count * one.micros || (one.country < other.country ? -1 : 1),
    );
}

function samplesOf(scope: Scope, most: number): RawBuilder<unknown> {
  return sql`
    select lead.lead_id as "leadId", chosen.phone, chosen.email, coalesce(lead.nickname, '') as nickname
    from (select * from candidate where state = 'waiting' order by lead_id nulls last, phone limit ${most}) as chosen
    left join broadcast_lead lead on lead.lead_id = chosen.lead_id and ${visibleRows(scope, "lead")}`;
}

function excludedSamplesOf(scope: Scope, most: number): RawBuilder<unknown> {
  return sql`
    select chosen.reason, coalesce(lead.nickname, '') as nickname,
      coalesce('+' || chosen.phone, chosen.email, '') as phone
    from (select * from (
        select *, row_number() over (partition by reason order by lead_id) as place from candidate
        where state = 'excluded') as ranked
      where place <= 3 order by reason, place limit ${most}) as chosen
    left join broadcast_lead lead on lead.lead_id = chosen.lead_id and ${visibleRows(scope, "lead")}`;
}
