import { type Kysely, sql } from "kysely";

/**
 * Undoing an import put leads into the bin without noting the day, so they were never erased. Adds the missing days. Reads
 * only the index of deleted leads.
 */
const days = `
insert into lead_bin_day (organization_id, deleted_on)
  select distinct organization_id, (deleted_at at time zone 'utc')::date from lead
  where deleted_at is not null and merged_into is null
on conflict do nothing;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(days).execute(db);
}
