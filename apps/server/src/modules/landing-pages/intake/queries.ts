import type { ChannelId, LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A click on a page's button whose visitor has not written yet. */
export interface OpenClick {
  clickId: RecordId;
  pageId: RecordId;
  code: string;
  source: Record<string, string>;
  createdAt: Date;
  pageName: string;
  channelId: RecordId | null;
  secondaryChannelId: RecordId | null;
  /** Empty: the page has none. */
  webhookUrl: string;
}

const openClick = sql`click.click_id as "clickId", click.page_id as "pageId", click.code, click.source,
  click.created_at as "createdAt", page.name as "pageName", page.channel_id as "channelId",
  page.secondary_channel_id as "secondaryChannelId", page.webhook_url as "webhookUrl"`;

/** The open clicks with these codes, locked in the order of their ids. */
export async function lockOpenClicks(
  tx: Tx,
  { organizationId }: Scope,
  { codes, since }: { codes: readonly string[]; since: Date },
): Promise<OpenClick[]> {
  const found = await sql<OpenClick>`
    select ${openClick}
    from landing_click click join landing_page page using (organization_id, page_id)
    where click.organization_id = ${organizationId} and click.code = any(${sql.val([...codes])}::text[])
      and click.lead_id is null and click.created_at > ${since}
    order by click.click_id for update of click`.execute(tx);
  return found.rows;
}

/** A click by a visitor known to LINE. */
export type KnownClick = OpenClick & { known: { channelId: ChannelId; userId: string } };

/** The newest thousand open clicks by visitors known to LINE, locked in the order of their ids. */
export async function lockKnownClicks(tx: Tx, { organizationId }: Scope, since: Date): Promise<KnownClick[]> {
  const found = await sql<KnownClick>`
    select ${openClick}, jsonb_build_object('channelId', click.line_channel_id, 'userId', click.line_user) as known
    from landing_click click join landing_page page using (organization_id, page_id)
    where click.organization_id = ${organizationId} and click.click_id in (
        select click_id from landing_click where organization_id = ${organizationId} and line_user is not null
          and created_at > ${since} order by created_at desc limit 1000)
      and click.line_user is not null and click.lead_id is null
    order by click.click_id for update of click`.execute(tx);
  return found.rows;
}

/** A click on a page's button, or a form of a page, that belongs to a lead. */
export interface Visit {
  kind: "press" | "form";
  at: Date;
  page: { recordID: RecordId; name: string };
  source: Record<string, string>;
  /** The visitor's consent at that time; empty: none. */
  consentText: string;
}

/** The newest fifty clicks and forms of a lead, oldest first. */
export async function visitsOfLead(tx: Tx, { organizationId }: Scope, leadId: LeadId): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    select visit.kind, visit.at, visit.source, visit.consent as "consentText",
      jsonb_build_object('recordID', page.page_id, 'name', page.name) as page
    from (
      select 'press' as kind, page_id, created_at as at, source, '' as consent from landing_click
      where organization_id = ${organizationId} and lead_id = ${leadId}
      union all
      select 'form', page_id, created_at, source, consent_text from landing_entry
      where organization_id = ${organizationId} and lead_id = ${leadId}
      order by at desc limit 50) visit
    join landing_page page on page.organization_id = ${organizationId} and page.page_id = visit.page_id
    order by visit.at`.execute(tx);
  return rows;
}

/** A form that has waited for longer is stuck. */
const stuckAfter = "1 hour";

const isStuck = sql<boolean>`(state = 'failed' or (state = 'waiting' and created_at < now() - ${stuckAfter}::interval))`;

/** The forms of a page that failed or have waited for an hour, the newest first. */
export function stuckEntries(
  tx: Tx,
  { organizationId }: Scope,
  { pageId, limit }: { pageId: RecordId; limit: number },
) {
  return tx
    .selectFrom("landing_entry")
    .select(["entry_id", "state", "problem", "fields", "created_at"])
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .where("state", "in", ["waiting", "failed"])
    .where(isStuck)
    .orderBy("created_at", "desc")
    .orderBy("entry_id", "desc")
    .limit(limit)
    .execute();
}

/** How many of these there are, by page. */
export async function countStuck(
  tx: Tx,
  { organizationId }: Scope,
  pageIds: readonly RecordId[],
): Promise<Map<RecordId, number>> {
  if (pageIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("landing_entry")
    .select(["page_id as id", sql<number>`count(*)::int`.as("count")])
    .where("organization_id", "=", organizationId)
    .where(isOneOf("page_id", pageIds))
    .where("state", "in", ["waiting", "failed"])
    .where(isStuck)
    .groupBy("page_id")
    .execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}
