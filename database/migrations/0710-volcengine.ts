import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const volcengine = `
alter table ad_account drop constraint ad_account_platform_check;
alter table ad_account add constraint ad_account_platform_check check (platform in ('meta', 'volcengine'));

-- The keys with which an organisation's Volcengine advertisers are read.
create table volcengine_connection (
  organization_id uuid primary key references organization on delete cascade,
  -- The access token, and the refresh token that gets the next pair once.
  secrets bytea not null,
  token_ends_at timestamptz not null,
  -- When the refresh token ends: somebody has to sign in again.
  ends_at timestamptz not null,
  -- Until then one process gets the next pair, and the others leave it alone.
  renewing_until timestamptz,
  -- When Volcengine refused it.
  refused_at timestamptz,
  connected_by uuid,
  connected_at timestamptz not null default now()
);

-- A person who was sent to Volcengine and has not come back: what they bring must name it.
create table volcengine_sign_in (
  organization_id uuid not null references organization on delete cascade,
  state_hash bytea not null,
  account_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, state_hash),
  foreign key (organization_id, account_id) references account on delete cascade
);
create index volcengine_sign_in_account on volcengine_sign_in (organization_id, account_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(volcengine).execute(db);
  for (const table of ["volcengine_connection", "volcengine_sign_in"]) await protectTenantTable(db, table);
}
