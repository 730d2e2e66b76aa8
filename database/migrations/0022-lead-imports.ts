import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/** Tables with titles above their heading, rows that are shown before they are saved, and files that are removed again. */
const changes = `
alter table import_run
  -- Where the names of the columns stand; null: the first row that has anything.
  add column heading_row integer,
  -- Cells that were mended before the import: row, column, value.
  add column fixes jsonb not null default '[]',
  add column remark_count integer not null default 0;

alter table import_row
  -- The cells by field as they were understood, kept for what a trial shows.
  add column cells jsonb,
  add column remarks jsonb,
  -- Which record was here already, for those who may see it.
  add column match text not null default '';

-- Files that were stored to be imported: they go after 30 days, imported or not.
create table import_file (
  organization_id uuid not null references organization on delete cascade,
  file_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, file_id)
);
create index import_file_age on import_file (created_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db);
  await protectTenantTable(db, "import_file");
  await openToSystem(db, "import_file", "write");
}
