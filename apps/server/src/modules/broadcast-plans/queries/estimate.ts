import type { ExclusionReason } from "@homeroom/contract/broadcast-estimate";
import { callingCodes } from "@homeroom/contract/countries";
import type { LeadId } from "@homeroom/contract/ids";
import { type RawBuilder, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Price } from "../rules/price-of-number.ts";

export interface Counted {
  count: number;
  excluded: { reason: ExclusionReason; count: number }[];
}

/** How many candidates would be sent to, and why the others would not. */
export async function countCandidates(tx: Tx, candidates: RawBuilder<unknown>): Promise<Counted> {
  const found = await sql<{ reason: ExclusionReason | null; count: number }>`
    select reason, count(*)::int as count from ${candidates} as candidate group by reason order by count desc`.execute(
    tx,
  );
  const excluded = found.rows.flatMap(({ reason, count }) => (reason ? [{ reason, count }] : []));
  return { count: found.rows.find(({ reason }) => reason === null)?.count ?? 0, excluded };
}

/** What the candidates of one country cost. */
interface CountryCost {
  country: string;
  count: number;
  /** In millionths, of one message. */
  micros: number;
}

export interface Cost {
  /** In millionths; null when nobody's price is known. */
  micros: number | null;
  priced: number;
  currency: string;
  /** The most expensive first. */
  countries: readonly CountryCost[];
}

/** What the candidates cost, each by the country of their number; the first currency of the table is the one. */
export async function costOf(tx: Tx, candidates: RawBuilder<unknown>, prices: readonly Price[]): Promise<Cost> {
  const currency = prices[0]?.currency ?? "";
  const known = prices.flatMap(({ country, currency: own, micros }) => {
    const code = (callingCodes as Record<string, string>)[country];
    return code && own === currency ? [{ country, code, micros }] : [];
  });
  if (known.length === 0) return { micros: null, priced: 0, currency, countries: [] };
  const { rows: countries } = await sql<CountryCost>`
    select price.country, price.micros, count(*)::int as count
    from ${candidates} as candidate
    cross join lateral (
      select country, micros from unnest(${sql.val(known.map(({ code }) => code))}::text[],
        ${sql.val(known.map(({ country }) => country))}::text[],
        ${sql.val(known.map(({ micros }) => micros))}::bigint[]) as known (code, country, micros)
      where candidate.phone like known.code || '%' order by length(known.code) desc limit 1) as price
    where candidate.state = 'waiting'
    group by price.country, price.micros order by count(*) * price.micros desc, price.country`.execute(tx);
  const sum = (read: (one: CountryCost) => number) => countries.reduce((total, one) => total + read(one), 0);
  const priced = sum(({ count }) => count);
  return { micros: priced === 0 ? null : sum(({ count, micros }) => count * micros), priced, currency, countries };
}

/** Some who would be sent to. A lead that the scope does not see is its number alone. */
export async function sampleCandidates(tx: Tx, scope: Scope, candidates: RawBuilder<unknown>, most: number) {
  const found = await sql<{ leadId: LeadId | null; phone: string | null; email: string | null; nickname: string }>`
    select lead.lead_id as "leadId", candidate.phone, candidate.email, coalesce(lead.nickname, '') as nickname
    from (select * from ${candidates} as one where state = 'waiting'
      order by lead_id nulls last, phone limit ${most}) as candidate
    left join broadcast_lead lead on lead.lead_id = candidate.lead_id and ${visibleRows(scope, "lead")}`.execute(tx);
  return found.rows;
}

/** Some who would be left out: a few of each reason. A lead that the scope does not see has no name here. */
export async function sampleExcluded(tx: Tx, scope: Scope, candidates: RawBuilder<unknown>, most: number) {
  const found = await sql<{ reason: ExclusionReason; nickname: string; phone: string }>`
    select candidate.reason, coalesce(lead.nickname, '') as nickname,
      coalesce('+' || candidate.phone, candidate.email, '') as phone
    from (select * from (
        select *, row_number() over (partition by reason order by lead_id) as place from ${candidates} as one
        where state = 'excluded') as ranked
      where place <= 3 order by reason, place limit ${most}) as candidate
    left join broadcast_lead lead on lead.lead_id = candidate.lead_id and ${visibleRows(scope, "lead")}`.execute(tx);
  return found.rows;
}
