import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const meta = `
-- Who connected an organisation with Meta, with the key that they got.
create table meta_connection (
  organization_id uuid primary key references organization on delete cascade,
  user_id text not null,
  user_name text not null,
  secrets bytea not null,
  missing_scopes text[] not null,
  -- Null: it does not end by itself.
  expires_at timestamptz,
  -- When Meta refused it.
  refused_at timestamptz,
  connected_by uuid,
  connected_at timestamptz not null default now()
);

-- A person who was sent to Meta and has not come back: what they bring must name it.
create table meta_sign_in (
  organization_id uuid not null references organization on delete cascade,
  state_hash bytea not null,
  account_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, state_hash),
  foreign key (organization_id, account_id) references account on delete cascade
);
create index meta_sign_in_account on meta_sign_in (organization_id, account_id);

-- A page of the organisation at Meta, and where its leads go.
create table meta_page (
  organization_id uuid not null references organization on delete cascade,
  page_id text not null,
  name text not null,
  secrets bytea not null,
  branch_id uuid,
  channel_id uuid,
  secondary_channel_id uuid,
  status smallint not null default 0 check (status in (0, 1)),
  problem text,
  -- When its leads were last switched on: those from before are not asked for.
  taken_since timestamptz,
  last_received_at timestamptz,
  -- When leads that no call told of were last looked for, and up to which moment all are here.
  polled_at timestamptz,
  polled_until timestamptz,
  version integer not null default 1,
  primary key (organization_id, page_id),
  foreign key (organization_id, branch_id) references branch on delete set null (branch_id),
  foreign key (organization_id, channel_id) references lead_channel on delete set null (channel_id),
  foreign key (organization_id, secondary_channel_id) references lead_channel
    on delete set null (secondary_channel_id)
);
create index meta_page_of_call on meta_page (page_id) where status = 1;
create index meta_page_to_poll on meta_page (polled_at nulls first) where status = 1;
create index meta_page_branch on meta_page (organization_id, branch_id);
create index meta_page_channel on meta_page (organization_id, channel_id);
create index meta_page_secondary on meta_page (organization_id, secondary_channel_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(meta).execute(db);
  for (const table of ["meta_connection", "meta_sign_in", "meta_page"]) await protectTenantTable(db, table);
  // A call of Meta's names a page; pages of all organisations take turns in being asked for what was missed.
  await openToSystem(db, "meta_page", "write");
}
