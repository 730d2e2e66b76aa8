import { type Kysely, sql } from "kysely";

/**
 * Leads merged into one that was itself merged and has since been erased were left behind. They become leads of their own in
 * the bin, whose 30 days are over, so that the next run erases them. Reads merged leads only, by their index.
 */
const parts = `
with stranded as (
  update lead part set merged_into = null
  where part.merged_into is not null and part.deleted_at is not null
    and not exists (select from lead whole
      where whole.organization_id = part.organization_id and whole.lead_id = part.merged_into and whole.nickname <> '')
  returning part.organization_id, part.deleted_at)
insert into lead_bin_day (organization_id, deleted_on)
  select distinct organization_id, (deleted_at at time zone 'utc')::date from stranded
on conflict do nothing;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(parts).execute(db);
}
