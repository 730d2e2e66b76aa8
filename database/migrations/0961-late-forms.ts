import { type Kysely, sql } from "kysely";

/** What takes forms and presses of browsers that had a page open when it went offline. */
const offline = `
alter table landing_page
  -- When staff took the page offline; null: it is online, was never published, or an earlier release took it offline.
  add column offline_at timestamptz,
  -- The version that visitors saw until then.
  add column offline_version_id uuid;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(offline).execute(db);
}
