import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const domains = `
-- A host name of an organisation, at which its pages can be seen once its DNS points to us.
create table landing_domain (
  organization_id uuid not null references organization on delete cascade,
  domain_id uuid not null,
  host text not null check (host = lower(host)),
  state text not null default 'verifying' check (state in ('verifying', 'ok', 'failed')),
  -- What is wrong with its DNS.
  problem text,
  checked_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, domain_id),
  unique (organization_id, host)
);
create unique index landing_domain_identity on landing_domain (domain_id);
-- One organisation has a host: the one that its DNS names.
create unique index landing_domain_host on landing_domain (host) where state = 'ok';
create index landing_domain_to_check on landing_domain (checked_at nulls first);

-- Null: the page is at the product's own host.
alter table landing_page add column domain_id uuid;
alter table landing_page add constraint landing_page_domain foreign key (organization_id, domain_id)
  references landing_domain on delete set null (domain_id);
create index landing_page_domain_pages on landing_page (organization_id, domain_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(domains).execute(db);
  await protectTenantTable(db, "landing_domain");
  // A visitor's host names the organisation, and hosts are checked in all organisations at once.
  await openToSystem(db, "landing_domain", "write");
}
