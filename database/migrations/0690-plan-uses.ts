import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";
import { protectTenantTable } from "../row-security.ts";

const uses = `
-- How much of each limit of the plan was used on a day in the organisation's zone, as it was last seen that day.
create table plan_use_day (
  organization_id uuid not null references organization on delete cascade,
  use text not null check (use in ('storage', 'messages', 'images', 'staff', 'branches')),
  day date not null,
  -- Bytes of storage, pieces of everything else.
  used bigint not null check (used >= 0),
  allowed bigint not null check (allowed >= 0),
  primary key (organization_id, use, day)
);

-- The step of a limit that people know about: 80 or 100 percent, 0 while the use is below both.
create table plan_use_warning (
  organization_id uuid not null references organization on delete cascade,
  use text not null check (use in ('storage', 'messages', 'images', 'staff', 'branches')),
  level integer not null check (level in (0, 80, 100)),
  -- What the use belongs to, such as a month. Another one starts again.
  period text not null,
  -- The highest step that people were notified of on that day.
  told_level integer not null,
  told_on date,
  primary key (organization_id, use)
);
`;

/** The last time that messages were given, which is what their use is measured against; and how large broadcasts are. */
export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "ledger_entry_given",
    definition: "on ledger_entry (organization_id, unit, position desc) where from_place = 'outside'",
  },
  { name: "message_hold_newest", definition: "on message_hold (organization_id, created_at desc)" },
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(uses).execute(db);
  for (const table of ["plan_use_day", "plan_use_warning"]) await protectTenantTable(db, table);
}
