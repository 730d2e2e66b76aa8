import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A press of a page's button whose visitor has not written yet. */
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

/** The open presses with these codes, held in the order of their ids. */
export async function lockOpenClicks(
  tx: Tx,
  { organizationId }: Scope,
  { codes, since }: { codes: readonly string[]; since: Date },
): Promise<OpenClick[]> {
  const found = await sql<OpenClick>`
    select click.click_id as "clickId", click.page_id as "pageId", click.code, click.source,
      click.created_at as "createdAt", page.name as "pageName", page.channel_id as "channelId",
      page.secondary_channel_id as "secondaryChannelId", page.webhook_url as "webhookUrl"
    from landing_click click join landing_page page using (organization_id, page_id)
    where click.organization_id = ${organizationId} and click.code = any(${sql.val([...codes])}::text[])
      and click.lead_id is null and click.created_at > ${since}
    order by click.click_id for update of click`.execute(tx);
  return found.rows;
}

/** A press of a page's button, or a form of a page, that belongs to a lead. */
export interface Visit {
  kind: "press" | "form";
  at: Date;
  page: { recordID: RecordId; name: string };
  source: Record<string, string>;
  /** What the visitor agreed to at that time; empty: nothing. */
  consentText: string;
}

/** The presses and forms of a lead, the newest fifty, the oldest first. */
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
