import type { ConversionEvent, ConversionState } from "@homeroom/contract/conversions";
import type { RecordId } from "@homeroom/contract/ids";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import type { PageRequest } from "@homeroom/contract/paging";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";
import type { Conversion } from "../rules/event-body.ts";

interface ConversionFilter extends PageRequest {
  state?: readonly ConversionState[] | undefined;
}

type ListedConversion = Omit<ConversionEvent, "time"> & { time: Date; createdText: string };

/** The events of leads within reach, the newest first. */
export async function listConversions(tx: Tx, scope: Scope, filter: ConversionFilter) {
  const { organizationId, branchIds } = scope;
  const mine = sql`event.organization_id = ${organizationId}
    and ${branchIds === null ? sql`true` : sql`event.branch_id = any(${sql.val([...branchIds])}::uuid[])`}
    and ${filter.state?.length ? sql`event.state = any(${sql.val([...filter.state])}::text[])` : sql`true`}`;
  const { rows } = await sql<ListedConversion>`
    select event.event_id as "recordID", event.lead_id as "leadId", coalesce(person.nickname, '') as "leadName",
      event.stage, event.state, event.problem, event.detail, event.attempts, event.happened_at as time,
      event.created_at::text as "createdText"
    from conversion_event event
    left join ad_person person on person.organization_id = event.organization_id and person.lead_id = event.lead_id
    where ${mine} and ${afterNewest(filter.cursor, "event.created_at", "event.event_id")}
    order by event.created_at desc, event.event_id desc
    limit ${filter.pageSize + 1} offset ${skippedOf(filter)}`.execute(tx);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from conversion_event event where ${mine}`.execute(tx);
  const { rows: shown, nextCursor } = cutPage(rows, filter.pageSize, (last) => ({
    value: last.createdText,
    id: last.recordID,
  }));
  return {
    list: shown.map(({ createdText: _, time, ...event }) => ({ ...event, time: time.toISOString() })),
    total: counted.rows[0]?.total ?? 0,
    pageNum: filter.pageNum,
    pageSize: filter.pageSize,
    nextCursor,
  };
}

/** The due events of an organisation, oldest first, with the data of their leads for Meta. */
export async function dueConversions(
  tx: Tx,
  { organizationId }: Scope,
  { now, limit }: { now: Date; limit: number },
): Promise<(Conversion & { attempts: number })[]> {
  const { rows } = await sql<
    Omit<Conversion, "paid"> & { attempts: number; currency: CurrencyCode | null; income: number | null }
  >`
    select event.event_id as "eventId", event.stage, event.kind, event.click, event.account, event.attempts,
      event.clicked_at as "clickedAt", event.happened_at as "happenedAt",
      person.email_key as "emailKey", person.phone_e164 as "phoneE164", sale.currency, sale.income
    from conversion_event event
    join ad_person person on person.organization_id = event.organization_id and person.lead_id = event.lead_id
    left join lateral (
      select sale.currency, sum(sale.income_minor)::float8 as income from ad_sale sale
      where sale.organization_id = event.organization_id and sale.lead_id = event.lead_id
      group by sale.currency order by income desc limit 1) sale on event.stage = 'deal'
    where event.organization_id = ${organizationId} and event.state = 'waiting' and event.due_at <= ${now}
    order by event.due_at, event.event_id limit ${limit}`.execute(tx);
  return rows.map(({ currency, income, ...event }) => ({
    ...event,
    paid: currency && income ? { currency, amount: fromMinor(income, currency) } : null,
  }));
}

/** An event within reach, held until the transaction ends. */
export async function lockConversion(
  tx: Tx,
  { organizationId, branchIds }: Scope,
  id: RecordId,
): Promise<{ state: ConversionState } | undefined> {
  const found = await tx
    .selectFrom("conversion_event")
    .select(["state", "branch_id"])
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return found && (branchIds === null || branchIds.includes(found.branch_id)) ? found : undefined;
}
