import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const landingPages = `
-- The part of an organisation in the addresses of its pages.
create table landing_site (
  organization_id uuid primary key references organization on delete cascade,
  site_name text not null check (site_name ~ '^[a-z0-9-]{3,40}$')
);
create unique index landing_site_name on landing_site (site_name);

create table landing_page (
  organization_id uuid not null references organization on delete cascade,
  page_id uuid not null,
  branch_id uuid not null,
  name text not null,
  url_name text not null check (url_name ~ '^[A-Za-z0-9_-]{3,60}$'),
  theme text not null,
  category_id uuid,
  language text not null check (language in ('zh-tw', 'zh-cn', 'en')),
  channel_id uuid,
  secondary_channel_id uuid,
  button_action text not null check (button_action in ('whatsapp', 'line', 'form', 'url')),
  area_code text not null default '',
  phone text not null default '',
  preset_text text not null default '',
  line_id text not null default '',
  button_url text not null default '',
  tracking_code text not null default '',
  title text not null default '',
  description text not null default '',
  share_file_id uuid,
  icon_file_id uuid,
  consent_text text not null default '',
  sections jsonb not null default '[]',
  -- All pictures that the draft shows.
  picture_ids uuid[] not null default '{}',
  -- Counts the edits that visitors would see.
  revision integer not null default 1,
  published_revision integer,
  -- The version that visitors see; null while the page is offline or was never published.
  live_version_id uuid,
  published_at timestamptz,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, page_id),
  foreign key (organization_id, branch_id) references branch,
  foreign key (organization_id, category_id) references list_item on delete set null (category_id),
  foreign key (organization_id, channel_id) references lead_channel on delete set null (channel_id),
  foreign key (organization_id, secondary_channel_id) references lead_channel
    on delete set null (secondary_channel_id),
  check ((published_revision is null) = (published_at is null)),
  check (live_version_id is null or published_at is not null)
);
create unique index landing_page_identity on landing_page (page_id);
create unique index landing_page_name on landing_page (organization_id, lower(name)) where deleted_at is null;
create unique index landing_page_url on landing_page (organization_id, lower(url_name)) where deleted_at is null;
create index landing_page_newest on landing_page (organization_id, created_at desc, page_id desc)
  where deleted_at is null;
create index landing_page_branch on landing_page (organization_id, branch_id);
create index landing_page_category on landing_page (organization_id, category_id);
create index landing_page_channel on landing_page (organization_id, channel_id);
create index landing_page_secondary on landing_page (organization_id, secondary_channel_id);

-- What was published: never changed, so that an earlier one can be published again.
create table landing_version (
  organization_id uuid not null,
  version_id uuid not null,
  page_id uuid not null,
  number integer not null,
  -- The settings and sections as they were.
  content jsonb not null,
  html text not null,
  -- Pictures in it that visitors may fetch.
  picture_ids uuid[] not null,
  has_tracking boolean not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, version_id),
  foreign key (organization_id, page_id) references landing_page on delete cascade,
  unique (organization_id, page_id, number)
);

-- One press of a page's button: the code in the visitor's first message finds it again.
create table landing_click (
  organization_id uuid not null,
  click_id uuid not null,
  page_id uuid not null,
  code text not null,
  action text not null,
  -- Where the visitor came from: utm_*, gclid, fbclid, the page before.
  source jsonb not null,
  lead_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, click_id),
  foreign key (organization_id, page_id) references landing_page on delete cascade,
  foreign key (organization_id, lead_id) references lead on delete set null (lead_id)
);
create unique index landing_click_code on landing_click (organization_id, code);
create index landing_click_of_page on landing_click (organization_id, page_id, created_at);
create index landing_click_of_lead on landing_click (organization_id, lead_id);

-- One form that was sent, as it was sent; its lead is made after the answer.
create table landing_entry (
  organization_id uuid not null,
  -- Proposed by the visitor's page: a form that is sent twice is one entry.
  entry_id uuid not null,
  page_id uuid not null,
  fields jsonb not null,
  source jsonb not null,
  -- What the visitor agreed to; empty when the page asked for nothing.
  consent_text text not null,
  -- trap: a field that people cannot see was filled in.
  state text not null check (state in ('waiting', 'done', 'trap')),
  lead_id uuid,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (organization_id, entry_id),
  foreign key (organization_id, page_id) references landing_page on delete cascade,
  foreign key (organization_id, lead_id) references lead on delete set null (lead_id),
  check ((state = 'done') = (done_at is not null))
);
create index landing_entry_of_page on landing_entry (organization_id, page_id, created_at);
create index landing_entry_of_lead on landing_entry (organization_id, lead_id);
create index landing_entry_by_age on landing_entry (created_at) where fields <> '{}' and state <> 'waiting';

-- Figures of a page by day, which a list adds up.
create table landing_day (
  organization_id uuid not null,
  page_id uuid not null,
  day date not null,
  click_count integer not null default 0,
  lead_count integer not null default 0,
  primary key (organization_id, page_id, day),
  foreign key (organization_id, page_id) references landing_page on delete cascade
);
`;

const tables = ["landing_site", "landing_page", "landing_version", "landing_click", "landing_entry", "landing_day"];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(landingPages).execute(db);
  for (const table of tables) await protectTenantTable(db, table);
  // A visitor's address names the organisation.
  await openToSystem(db, "landing_site", "read");
  // What visitors sent is emptied after some time, in all organisations at once.
  await openToSystem(db, "landing_entry", "write");
}
