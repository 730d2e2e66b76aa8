import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/**
 * Imports of tables: each run with where it stands, so that it goes on after a restart, and what became of each row that
 * was written or wrong, so that it can be taken back and told.
 */
const tables = `
create table import_run (
  organization_id uuid not null references organization on delete cascade,
  import_id uuid not null,
  kind text not null,
  account_id uuid not null,
  branch_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  content_type text not null,
  encoding text,
  delimiter text,
  mapping jsonb not null,
  options jsonb not null,
  -- Who acts, with what they were allowed when they began.
  actor jsonb not null,
  language text not null,
  dry_run boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'undoing', 'undone')),
  total integer not null,
  -- The row of the file up to which everything is done.
  done_through integer not null default 0,
  processed integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  skipped_count integer not null default 0,
  invalid_count integer not null default 0,
  undone_count integer not null default 0,
  kept_count integer not null default 0,
  -- Failures in a row since the last progress, and what the last one was.
  tries integer not null default 0,
  problem text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, import_id)
);
create index import_run_newest on import_run (organization_id, account_id, created_at desc);
create index import_run_age on import_run (created_at);

create table import_row (
  organization_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  outcome text not null check (outcome in ('created', 'updated', 'skipped', 'invalid')),
  name text not null default '',
  record_id uuid,
  -- The record's version after it was written: another one says that somebody has changed it since.
  version integer,
  before jsonb,
  faults jsonb,
  undone text check (undone in ('undone', 'changed', 'used', 'gone')),
  primary key (organization_id, import_id, row_number),
  foreign key (organization_id, import_id) references import_run on delete cascade
);

-- How the columns of a file were matched the last time, by their names.
create table import_mapping (
  organization_id uuid not null references organization on delete cascade,
  kind text not null,
  signature text not null,
  mapping jsonb not null,
  used_at timestamptz not null default now(),
  primary key (organization_id, kind, signature)
);
`;

/** Leads that go from one person to others, in the background. */
const handOvers = `
create table hand_over (
  organization_id uuid not null references organization on delete cascade,
  hand_over_id uuid not null,
  -- Whose leads they are.
  account_id uuid not null,
  nickname text not null,
  created_by uuid not null,
  -- Who acts, with what they were allowed when they began.
  actor jsonb not null,
  plan jsonb not null,
  leaves boolean not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  total integer not null,
  moved integer not null default 0,
  -- Failures in a row since the last progress, and what the last one was.
  tries integer not null default 0,
  problem text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, hand_over_id)
);
-- One at a time for one person.
create unique index hand_over_running on hand_over (organization_id, account_id) where state = 'running';
`;

/** Tables name a department by its code as well. */
const departmentCodes = `
create or replace view staff_department with (security_invoker = true) as
  select organization_id, department_id, parent_id, name, sort, status, code from department;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of ["import_run", "import_row", "import_mapping"]) await protectTenantTable(db, table);
  await sql.raw(handOvers).execute(db);
  await protectTenantTable(db, "hand_over");
  await sql.raw(departmentCodes).execute(db);
  // Old runs are removed for all organisations together.
  await openToSystem(db, "import_run", "write");
  await openToSystem(db, "import_row", "write");
}
