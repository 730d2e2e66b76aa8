import { type Kysely, sql } from "kysely";

/** Presses of landing pages whose visitor has not written yet, with the lead channel of their page. */
const presses = `
create view lead_press with (security_invoker = true) as
  select click.organization_id, click.code, click.line_user, click.line_channel_id, click.created_at,
    page.channel_id, page.secondary_channel_id
  from landing_click click
  join landing_page page on page.organization_id = click.organization_id and page.page_id = click.page_id
  where click.lead_id is null and page.channel_id is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(presses).execute(db);
}
