import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";

/** The cleanup finds processed deliveries by their age. */
export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "inbound_delivery_processed",
    definition: "on inbound_delivery (processed_at) where processed_at is not null",
  },
];

const backfills = `
-- How far the backfills of migrations are.
create table backfill (
  migration text primary key,
  -- The primary key of the last row that this pass has seen, one text for each column; null: it has seen none.
  position text[],
  changed_in_pass bigint not null default 0,
  changed_rows bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
-- For the owner only.
alter table backfill enable row level security;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(backfills).execute(db);
}
