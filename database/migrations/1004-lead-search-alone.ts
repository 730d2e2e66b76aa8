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
`;

/**
 * What found leads before. The column \`sound_keys\` stays, written by nobody: processes of the release before read it until they
 * are started again, and a later release takes it away.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(former).execute(db);
}
