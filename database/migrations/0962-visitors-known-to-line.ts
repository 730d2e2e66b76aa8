import { type Kysely, sql } from "kysely";
import { openToSystem } from "../row-security.ts";

const known = `
alter table landing_click
  -- Who LINE says pressed, until they write or a month has gone by, and the account that they were led to.
  add column line_user text,
  add column line_channel_id uuid;

alter table line_tracking_event
  -- Who it is at LINE, and LINE's number of the account that knows them; empty: not known.
  add column line_user text not null default '',
  add column line_channel text not null default '';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(known).execute(db);
  // What LINE said is taken out of old presses of all organisations at once.
  await openToSystem(db, "landing_click", "write");
}
