import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const adLeads = `
-- How a branch takes leads of Google lead forms. A form is known by its key alone.
create table google_lead_setting (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  secrets bytea not null,
  -- SHA-256 of the key: a call finds its branch by it.
  key_hash bytea not null,
  channel_id uuid,
  secondary_channel_id uuid,
  status smallint not null check (status in (0, 1)),
  last_received_at timestamptz,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, branch_id),
  foreign key (organization_id, branch_id) references branch on delete cascade,
  foreign key (organization_id, channel_id) references lead_channel on delete set null (channel_id),
  foreign key (organization_id, secondary_channel_id) references lead_channel
    on delete set null (secondary_channel_id)
);
create unique index google_lead_setting_key on google_lead_setting (key_hash);
create index google_lead_setting_channel on google_lead_setting (organization_id, channel_id);
create index google_lead_setting_secondary on google_lead_setting (organization_id, secondary_channel_id);

-- A lead that the form of an advertisement sent, as it was sent. The lead is made after the answer.
create table ad_lead (
  organization_id uuid not null references organization on delete cascade,
  ad_lead_id uuid not null,
  source text not null check (source in ('google', 'meta')),
  -- The provider's id of the lead: a delivery that comes twice is one.
  external_id text not null,
  branch_id uuid not null,
  channel_id uuid,
  secondary_channel_id uuid,
  payload jsonb not null,
  form_id text not null default '',
  campaign_id text not null default '',
  adset_id text not null default '',
  ad_id text not null default '',
  state text not null check (state in ('waiting', 'done', 'test', 'failed')),
  problem text,
  attempts integer not null default 0,
  lead_id uuid,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (organization_id, ad_lead_id),
  foreign key (organization_id, branch_id) references branch on delete cascade,
  foreign key (organization_id, channel_id) references lead_channel on delete set null (channel_id),
  foreign key (organization_id, secondary_channel_id) references lead_channel
    on delete set null (secondary_channel_id),
  foreign key (organization_id, lead_id) references lead on delete set null (lead_id),
  check ((state = 'failed') = (problem is not null)),
  check ((state = 'done') = (done_at is not null))
);
create unique index ad_lead_delivery on ad_lead (organization_id, source, external_id);
create index ad_lead_newest on ad_lead (organization_id, source, created_at desc, ad_lead_id desc);
create index ad_lead_branch on ad_lead (organization_id, branch_id);
create index ad_lead_channel on ad_lead (organization_id, channel_id);
create index ad_lead_secondary on ad_lead (organization_id, secondary_channel_id);
create index ad_lead_of_lead on ad_lead (organization_id, lead_id);
create index ad_lead_of_ad on ad_lead (organization_id, source, ad_id, created_at) where ad_id <> '';
create index ad_lead_by_age on ad_lead (created_at) where payload <> '{}' and state <> 'waiting';
create index ad_lead_waiting on ad_lead (created_at) where state = 'waiting';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(adLeads).execute(db);
  for (const table of ["google_lead_setting", "ad_lead"]) await protectTenantTable(db, table);
  // A form's key names the organisation.
  await openToSystem(db, "google_lead_setting", "read");
  // What forms sent is emptied after some time, and what waits too long is taken up, in all organisations at once.
  await openToSystem(db, "ad_lead", "write");
}
