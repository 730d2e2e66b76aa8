import type { ExclusionReason } from "@homeroom/contract/broadcast-plans";
import { callingCodes } from "@homeroom/contract/countries";
import type { LeadId } from "@homeroom/contract/ids";
import { type RawBuilder, sql } from "kysely";
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

export interface Cost {
  /** In millionths; null when nobody's price is known. */
  micros: number | null;
  priced: number;
  currency: string;
}

/** What the candidates cost, each by the country of their number; the first currency of the table is the one. */
export async function costOf(tx: Tx, candidates: RawBuilder<unknown>, prices: readonly Price[]): Promise<Cost> {
  const currency = prices[0]?.currency ?? "";
  const known = prices.flatMap((price) => {
    const code = (callingCodes as Record<string, string>)[price.country];
    return code && price.currency === currency ? [{ code, micros: price.micros }] : [];
  });
  if (known.length === 0) return { micros: null, priced: 0, currency };
  const found = await sql<{ micros: number | null; priced: number }>`
    select sum(price.micros)::bigint as micros, count(price.micros)::int as priced
    from ${candidates} as candidate
    left join lateral (
      select micros from unnest(${sql.val(known.map(({ code }) => code))}::text[],
        ${sql.val(known.map(({ micros }) => micros))}::bigint[]) as known (code, micros)
      where candidate.phone like known.code || '%' order by length(known.code) desc limit 1) as price on true
    where candidate.state = 'waiting'`.execute(tx);
  return { micros: found.rows[0]?.micros ?? null, priced: found.rows[0]?.priced ?? 0, currency };
}

/** Some who would be sent to. */
export async function sampleCandidates(tx: Tx, candidates: RawBuilder<unknown>, most: number) {
  const found = await sql<{ leadId: LeadId | null; phone: string | null; email: string | null; nickname: string }>`
    select candidate.lead_id as "leadId", candidate.phone, candidate.email, coalesce(lead.nickname, '') as nickname
    from (select * from ${candidates} as one where state = 'waiting'
      order by lead_id nulls last, phone limit ${most}) as candidate
    left join broadcast_lead lead on lead.lead_id = candidate.lead_id`.execute(tx);
  return found.rows;
}

/** Some who would be left out: a few of each reason. */
export async function sampleExcluded(tx: Tx, candidates: RawBuilder<unknown>, most: number) {
  const found = await sql<{ reason: ExclusionReason; nickname: string; phone: string }>`
    select candidate.reason, coalesce(lead.nickname, '') as nickname,
      coalesce('+' || candidate.phone, candidate.email, '') as phone
    from (select * from (
        select *, row_number() over (partition by reason order by lead_id) as place from ${candidates} as one
        where state = 'excluded') as ranked
      where place <= 3 order by reason, place limit ${most}) as candidate
    left join broadcast_lead lead on lead.lead_id = candidate.lead_id`.execute(tx);
  return found.rows;
}
