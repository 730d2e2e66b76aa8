import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const table = `
create table utm_link (
  organization_id uuid not null references organization on delete cascade,
  utm_link_id uuid not null,
  url text not null,
  source text not null,
  medium text not null,
  campaign text not null,
  term text not null default '',
  content text not null default '',
  link text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, utm_link_id)
);
create unique index utm_link_address on utm_link (organization_id, link);
create index utm_link_newest on utm_link (organization_id, created_at desc, utm_link_id desc);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
  await protectTenantTable(db, "utm_link");
}
