import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const webhooks = `
alter table landing_page add column webhook_url text not null default '';

-- A lead of a page on its way to the organisation's own system.
create table landing_delivery (
  organization_id uuid not null,
  delivery_id uuid not null,
  page_id uuid not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts integer not null default 0,
  -- What was answered last: an HTTP status, or null where nobody answered.
  status integer,
  -- Why nobody answered, as the system names it.
  problem text not null default '',
  next_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, delivery_id),
  foreign key (organization_id, page_id) references landing_page on delete cascade,
  check ((state = 'waiting') = (next_at is not null))
);
create index landing_delivery_of_page on landing_delivery (organization_id, page_id, created_at desc);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(webhooks).execute(db);
  await protectTenantTable(db, "landing_delivery");
}
