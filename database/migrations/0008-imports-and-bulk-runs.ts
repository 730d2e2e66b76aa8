import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const imports = `
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
  -- The row with the names of the columns; null: the first row that has anything.
  heading_row integer,
  -- Cells that were corrected before the import: row, column, value.
  fixes jsonb not null default '[]',
  -- Who acts: ids alone. Their rights are loaded again for each step.
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
  remark_count integer not null default 0,
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
create unique index import_run_identity on import_run (import_id);

create table import_row (
  organization_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  outcome text not null check (outcome in ('created', 'updated', 'skipped', 'invalid')),
  name text not null default '',
  record_id uuid,
  -- The cells by field as they were understood, kept for the report of a trial run.
  cells jsonb,
  remarks jsonb,
  -- Which record was here already, for those who may see it.
  match text not null default '',
  -- The record's version after it was written: a different one means that it was changed since.
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

-- Files that were stored to be imported: removed after 30 days, imported or not.
create table import_file (
  organization_id uuid not null references organization on delete cascade,
  file_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, file_id)
);
create index import_file_age on import_file (created_at);
`;

const bulkRuns = `
create table lead_bulk_run (
  organization_id uuid not null references organization on delete cascade,
  bulk_id uuid not null,
  account_id uuid not null,
  -- Who acts: ids alone. Their rights are loaded again for each step.
  actor jsonb not null,
  kind text not null check (kind in ('assign', 'tutor', 'tags', 'status', 'regularContact', 'delete')),
  action jsonb not null,
  -- The filter; the leads that it matched are in lead_bulk_row.
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
create unique index lead_bulk_run_identity on lead_bulk_run (bulk_id);

create table lead_bulk_row (
  organization_id uuid not null,
  bulk_id uuid not null,
  -- In the order of the leads' ids, in which they are locked.
  row_number integer not null,
  lead_id uuid not null,
  outcome text check (outcome in ('changed', 'same', 'unfit', 'full', 'gone')),
  -- The lead's version after the change: a different one means that it was changed since.
  version integer,
  -- The columns that were changed, as they were.
  before jsonb,
  undone text check (undone in ('undone', 'changed', 'taken', 'gone')),
  primary key (organization_id, bulk_id, row_number),
  foreign key (organization_id, bulk_id) references lead_bulk_run on delete cascade
);
`;

const tenantTables = ["import_run", "import_row", "import_mapping", "import_file", "lead_bulk_run", "lead_bulk_row"];

const writtenBySystem = ["import_run", "import_row", "import_file", "lead_bulk_run", "lead_bulk_row"];

/**
 * Long work in the background: imports of tables, and actions on many leads. Each keeps its position, so that it
 * resumes after a restart, and the outcome of each row, so that it can be undone and reported.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [imports, bulkRuns]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of writtenBySystem) await openToSystem(db, table, "write");
}
