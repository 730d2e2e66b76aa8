import { type Kysely, sql } from "kysely";

/** A search needs the keys of every lead: migrating waits for them, and the release before goes on meanwhile. */
export const afterBackfills = ["1003-lead-search-rows"];

const former = `
drop index lead_keys;
drop index lead_sounds;
drop statistics lead_words;
drop trigger keep_sounds_of_new on lead;
drop trigger keep_sounds on lead;
drop function keep_lead_sounds();
drop view organization_lead;
alter table lead drop column sound_keys;
create view organization_lead as select * from lead where organization_id = app_organization();
`;

/** What found leads before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(former).execute(db);
}
