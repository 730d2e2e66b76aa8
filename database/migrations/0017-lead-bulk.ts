import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/** What is done to many leads together: each run with where it stands, and what became of each lead. */
const runs = `
create table lead_bulk_run (
  organization_id uuid not null references organization on delete cascade,
  bulk_id uuid not null,
  account_id uuid not null,
  -- Who acts, with what they were allowed when they began.
  actor jsonb not null,
  kind text not null check (kind in ('assign', 'tutor', 'tags', 'status', 'regularContact', 'delete')),
  action jsonb not null,
  -- Which leads were meant; which they were stands in lead_bulk_row.
  query jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'undoing', 'undone')),
  total integer not null,
  -- The row up to which everything is done.
  done_through integer not null default 0,
  changed_count integer not null default 0,
  same_count integer not null default 0,
  unfit_count integer not null default 0,
  full_count integer not null default 0,
  gone_count integer not null default 0,
  undone_count integer not null default 0,
  kept_count integer not null default 0,
  -- By branch, how many turns have been taken; by person, how many leads they received.
  turns jsonb not null default '{}',
  dealt jsonb not null default '{}',
  -- Failures in a row since the last progress, and what the last one was.
  tries integer not null default 0,
  problem text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, bulk_id)
);
create index lead_bulk_run_newest on lead_bulk_run (organization_id, account_id, created_at desc);
create index lead_bulk_run_age on lead_bulk_run (created_at);

create table lead_bulk_row (
  organization_id uuid not null,
  bulk_id uuid not null,
  -- In the order of the leads' ids, in which they are locked.
  row_number integer not null,
  lead_id uuid not null,
  outcome text check (outcome in ('changed', 'same', 'unfit', 'full', 'gone')),
  -- The lead's version after the change: another one says that somebody has changed it since.
  version integer,
  -- The columns that were changed, as they were.
  before jsonb,
  undone text check (undone in ('undone', 'changed', 'taken', 'gone')),
  primary key (organization_id, bulk_id, row_number),
  foreign key (organization_id, bulk_id) references lead_bulk_run on delete cascade
);
`;

const bin = `
create index lead_deleted on lead (organization_id, deleted_at desc, lead_id desc)
  where deleted_at is not null and merged_into is null;

-- Days on which an organisation deleted leads: where there is something to erase when their time is over.
create table lead_bin_day (
  organization_id uuid not null references organization on delete cascade,
  deleted_on date not null,
  primary key (organization_id, deleted_on)
);

-- Since when the conversation's lead is deleted: it is shown nowhere until the lead comes back.
alter table conversation add column hidden_at timestamptz;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(runs + bin).execute(db);
  for (const table of ["lead_bulk_run", "lead_bulk_row", "lead_bin_day"]) {
    await protectTenantTable(db, table);
    // What is too old is looked for in all organisations together.
    await openToSystem(db, table, "write");
  }
}
