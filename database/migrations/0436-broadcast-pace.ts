import { type Kysely, sql } from "kysely";

const pace = `
alter table broadcast_setting
  -- "21:00": when no marketing is sent; null: there are no quiet hours.
  add column quiet_from text default '21:00',
  add column quiet_until text default '09:00',
  add check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until);
alter table broadcast_plan
  -- Messages in a minute at most; null: as many as the number allows.
  add column per_minute int check (per_minute > 0),
  -- Up to when the pace is used up: what is queued moves it on.
  add column paced_until timestamptz;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(pace).execute(db);
}
