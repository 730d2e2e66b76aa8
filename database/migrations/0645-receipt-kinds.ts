import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const kinds = `
-- Which kind of receipt an organisation gives, and what the law wants on a formal one.
create table receipt_setting (
  organization_id uuid primary key references organization on delete cascade,
  kind text not null check (kind in ('receipt', 'hkSchool')),
  -- As they are registered.
  school_name text not null default '',
  school_number text not null default '',
  venue text not null default '',
  supervisor text not null default '',
  updated_by uuid,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

-- The month that is paid for, on formal receipts.
alter table sale_order add column covered_month text check (covered_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$');
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(kinds).execute(db);
  await protectTenantTable(db, "receipt_setting");
}
