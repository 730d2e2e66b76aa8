import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const tables = `
create table saved_view (
  organization_id uuid not null references organization on delete cascade,
  view_id uuid not null,
  account_id uuid not null,
  screen text not null,
  name text not null,
  query text not null,
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, view_id),
  foreign key (organization_id, account_id) references account on delete cascade
);
create unique index saved_view_name on saved_view (organization_id, account_id, screen, lower(name));
create index saved_view_screen on saved_view (organization_id, screen) where is_shared;

-- The view that people of a role start a screen with.
create table saved_view_role (
  organization_id uuid not null,
  role_id uuid not null,
  screen text not null,
  view_id uuid not null,
  primary key (organization_id, role_id, screen),
  foreign key (organization_id, role_id) references role on delete cascade,
  foreign key (organization_id, view_id) references saved_view on delete cascade
);
create index saved_view_role_view on saved_view_role (organization_id, view_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of ["saved_view", "saved_view_role"]) await protectTenantTable(db, table);
}
