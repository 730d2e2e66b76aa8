import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const tables = `
create table recipient_list (
  organization_id uuid not null references organization on delete cascade,
  list_id uuid not null,
  -- Null: leads of the whole organisation.
  branch_id uuid,
  -- Set: only leads that this person sees with a reach of their own.
  owner_id uuid,
  name text not null,
  query_rule jsonb not null,
  lead_count int not null,
  -- False: so many that the count is an estimate.
  counted_exactly boolean not null default true,
  counted_at timestamptz not null default now(),
  open_status int not null default 1,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  primary key (organization_id, list_id),
  foreign key (organization_id, branch_id) references branch on delete cascade
);
-- A name is taken among the lists of one reach, so that nobody learns of lists that they do not see.
create unique index recipient_list_name on recipient_list (organization_id, branch_id, owner_id, lower(name))
  nulls not distinct where deleted_at is null;
create index recipient_list_newest on recipient_list (organization_id, created_at desc, list_id desc)
  where deleted_at is null;

-- A link that was removed can be brought back, and is when it is built again.
alter table utm_link add column deleted_at timestamptz;

-- Counting what items and channels are used by, and whether they may go, deleted leads included.
create index lead_of_channel on lead (organization_id, channel_id) where channel_id is not null;
create index lead_of_secondary_channel on lead (organization_id, secondary_channel_id)
  where secondary_channel_id is not null;
create index lead_with_result on lead (organization_id, result_id) where result_id is not null;
create index lead_with_regular_contact on lead (organization_id, regular_contact_id)
  where regular_contact_id is not null;
create index lead_note_with_result on lead_note (organization_id, result_id) where result_id is not null;
create index lead_note_with_regular_contact on lead_note (organization_id, regular_contact_id)
  where regular_contact_id is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  await protectTenantTable(db, "recipient_list");
}
