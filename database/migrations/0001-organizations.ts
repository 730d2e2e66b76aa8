import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/** Extensions, and whose rows a transaction may reach: one organisation's, or those opened to the system. */
const scope = `
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create function app_organization() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.organization_id', true), '')::uuid $$;

create function app_system() returns boolean language sql stable parallel safe as
  $$ select coalesce(current_setting('app.system', true), '') = 'on' $$;
`;

const organizations = `
create table organization (
  organization_id uuid primary key,
  name text not null,
  business_category text not null default '',
  branch_count text not null default '' check (branch_count in ('', '1', '2-6', '7-20', '20+', 'online')),
  country text not null default 'HK',
  time_zone text not null default 'Asia/Hong_Kong',
  locale text not null default 'zh-tw',
  logo_file_id uuid,
  contact_first_name text not null default '',
  contact_last_name text not null default '',
  email text not null default '',
  area_code text not null default '',
  phone text not null default '',
  location text not null default '',
  -- How the organisation found the product.
  source text not null default '',
  accepts_messages boolean not null default false,
  membership text not null default 'trial' check (membership in ('trial','basic','advanced','expired','grace')),
  expires_at timestamptz,
  deactivated_at timestamptz,
  features text[] not null default '{}',
  -- Since when everyone needs a second step to sign in; null: each account decides.
  two_step_required_at timestamptz,
  -- New accounts get a random initial password each.
  random_initial_passwords boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1
);

-- Deletions of all rows of an organisation: requested by its owner, or due because its plan ended. The row stays as
-- proof.
create table organization_removal (
  organization_id uuid primary key references organization on delete cascade,
  reason text not null check (reason in ('wipe', 'expiry')),
  requested_by text not null default '',
  requested_at timestamptz not null default now(),
  due_at timestamptz not null,
  started_at timestamptz,
  -- Lease of the process that works on it; free after this moment.
  leased_until timestamptz,
  removed_rows bigint not null default 0,
  finished_at timestamptz,
  -- Recipient of the final mail: the owner's account is gone by then.
  owner_email text not null default '',
  owner_locale text not null default 'zh-tw'
);
create index organization_removal_due on organization_removal (due_at) where finished_at is null;

-- Mails about the end of a plan: each kind once for each end.
create table membership_notice (
  organization_id uuid not null references organization on delete cascade,
  expires_at timestamptz not null,
  kind text not null,
  sent_at timestamptz not null default now(),
  primary key (organization_id, expires_at, kind)
);
`;

const places = `
create table branch (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  name text not null,
  ename text not null default '',
  contact_name text not null default '',
  email text not null default '',
  area_code text not null default '',
  phone text not null default '',
  address text not null default '',
  established_on date,
  lease_ends_on date,
  introduction text not null default '',
  time_zone text not null,
  status smallint not null default 1 check (status in (0, 1)),
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  primary key (organization_id, branch_id)
);
create unique index branch_name on branch (organization_id, lower(name));
create index branch_order on branch (organization_id, sort, branch_id);
-- Clients may propose ids: an id alone must never stand for rows of two organisations. So it is for each index
-- *_identity.
create unique index branch_identity on branch (branch_id);

create table department (
  organization_id uuid not null references organization on delete cascade,
  department_id uuid not null,
  parent_id uuid,
  name text not null,
  code text not null,
  sort integer not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  updated_by uuid,
  primary key (organization_id, department_id),
  foreign key (organization_id, parent_id) references department on delete cascade
);
create unique index department_code on department (organization_id, lower(code));
create index department_parent on department (organization_id, parent_id, sort);
`;

const files = `
create table stored_file (
  organization_id uuid not null references organization on delete cascade,
  file_id uuid not null,
  name text not null,
  content_type text not null,
  size bigint not null default 0,
  width integer,
  height integer,
  -- Where the bytes are in the store; null until they have been fetched from a provider.
  storage_key text,
  lost_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, file_id)
);
-- Files of customers that are still at the provider.
create index stored_file_unfetched on stored_file (created_at) where storage_key is null and lost_at is null;
`;

/** What other modules may read of places: views that follow the reader's own rights. */
const views = `
create view known_organization with (security_invoker = true) as
  select organization_id, name, time_zone, locale, deactivated_at from organization;

create view known_branch with (security_invoker = true) as
  select organization_id, branch_id, name, time_zone, status, sort from branch;

create view staff_department with (security_invoker = true) as
  select organization_id, department_id, parent_id, name, sort, status, code from department;
`;

const tenantTables = [
  "organization",
  "organization_removal",
  "membership_notice",
  "branch",
  "department",
  "stored_file",
];

/** Read before the organisation is known: at sign-in, by a session's token, by a signed address. */
const readBySystem = ["organization", "branch", "stored_file"];

const writtenBySystem = ["organization_removal"];

/** Organisations, their branches and departments, and the files that they store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [scope, organizations, places, files, views]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of readBySystem) await openToSystem(db, table, "read");
  for (const table of writtenBySystem) await openToSystem(db, table, "write");
}
