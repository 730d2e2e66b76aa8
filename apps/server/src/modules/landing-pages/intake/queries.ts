import type { RecordId } from "@homeroom/contract/ids";
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
}

/** The open presses with these codes, held in the order of their ids. */
export async function holdOpenClicks(
  tx: Tx,
  { organizationId }: Scope,
  { codes, since }: { codes: readonly string[]; since: Date },
): Promise<OpenClick[]> {
  const found = await sql<OpenClick>`
    select click.click_id as "clickId", click.page_id as "pageId", click.code, click.source,
      click.created_at as "createdAt", page.name as "pageName", page.channel_id as "channelId",
      page.secondary_channel_id as "secondaryChannelId"
    from landing_click click join landing_page page using (organization_id, page_id)
    where click.organization_id = ${organizationId} and click.code = any(${sql.val([...codes])}::text[])
      and click.lead_id is null and click.created_at > ${since}
    order by click.click_id for update of click`.execute(tx);
  return found.rows;
}
