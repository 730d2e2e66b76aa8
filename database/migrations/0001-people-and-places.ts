import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/** Who is asking, as set by each transaction: the organisation, or the system itself. */
const scopeFunctions = `
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create function app_organization() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('app.organization_id', true), '')::uuid $$;

create function app_system() returns boolean language sql stable parallel safe as
  $$ select coalesce(current_setting('app.system', true), '') = 'on' $$;
`;

const tables = `
create table organization (
  organization_id uuid primary key,
  name text not null,
  business_category text not null default '',
  country text not null default 'HK',
  time_zone text not null default 'Asia/Hong_Kong',
  locale text not null default 'zh-tw',
  logo_file_id uuid,
  membership text not null default 'trial' check (membership in ('trial','basic','advanced','expired','grace')),
  expires_at timestamptz,
  deactivated_at timestamptz,
  features text[] not null default '{}',
  created_at timestamptz not null default now()
);

create table branch (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  name text not null,
  ename text not null default '',
  time_zone text not null,
  status smallint not null default 1 check (status in (0, 1)),
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (organization_id, branch_id)
);

-- E-mail is the sign-in name and unique in the whole product; the staff ID only within its organisation.
create table account (
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null,
  email text not null,
  staff_id text,
  nickname text not null,
  password_hash text not null,
  password_initialized_at timestamptz,
  -- 1 active, 0 disabled, 2 left
  status smallint not null default 1 check (status in (0, 1, 2)),
  is_owner boolean not null default false,
  is_platform boolean not null default false,
  avatar_file_id uuid,
  tour_completed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, account_id)
);
create unique index account_email on account (lower(email));
create unique index account_staff_id on account (organization_id, lower(staff_id)) where staff_id is not null;
create index account_staff_name on account (lower(staff_id)) where staff_id is not null;

create table role (
  organization_id uuid not null references organization on delete cascade,
  role_id uuid not null,
  code text not null,
  name text not null,
  description text not null default '',
  status smallint not null default 1 check (status in (0, 1)),
  is_default boolean not null default false,
  -- Counts the changes of its permissions, so that what was read of them can be kept until they change.
  permissions_version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (organization_id, role_id)
);
create unique index role_code on role (organization_id, code);
create unique index role_name on role (organization_id, lower(name));

create table role_permission (
  organization_id uuid not null,
  role_id uuid not null,
  permission text not null,
  primary key (organization_id, role_id, permission),
  foreign key (organization_id, role_id) references role on delete cascade
);

create function role_permissions_changed() returns trigger language plpgsql as $$
begin
  update role set permissions_version = permissions_version + 1
    where (organization_id, role_id) in (select organization_id, role_id from changed);
  return null;
end $$;
create trigger role_permission_added after insert on role_permission referencing new table as changed
  for each statement execute function role_permissions_changed();
create trigger role_permission_replaced after update on role_permission referencing new table as changed
  for each statement execute function role_permissions_changed();
create trigger role_permission_removed after delete on role_permission referencing old table as changed
  for each statement execute function role_permissions_changed();

-- One tree for the whole product; what a role sees of it is in role_menu.
create table menu (
  menu_id uuid primary key,
  parent_id uuid references menu on delete cascade,
  type text not null check (type in ('CATALOG', 'MENU', 'BUTTON', 'EXTLINK')),
  name text not null,
  titles jsonb,
  route_name text not null default '',
  route_path text not null default '',
  component text not null default '',
  redirect text not null default '',
  perm text not null default '',
  icon text not null default '',
  sort integer not null default 0,
  visible boolean not null default true,
  keep_alive boolean not null default false,
  always_show boolean not null default false,
  params jsonb,
  platform_only boolean not null default false,
  -- Mark of the product's own entry as it was last imported; null for entries that platform staff added.
  definition text,
  created_at timestamptz not null default now()
);
create index menu_parent on menu (parent_id, sort);

create table role_menu (
  organization_id uuid not null,
  role_id uuid not null,
  menu_id uuid not null references menu on delete cascade,
  primary key (organization_id, role_id, menu_id),
  foreign key (organization_id, role_id) references role on delete cascade
);

create table account_role (
  organization_id uuid not null,
  account_id uuid not null,
  role_id uuid not null,
  primary key (organization_id, account_id, role_id),
  foreign key (organization_id, account_id) references account on delete cascade,
  foreign key (organization_id, role_id) references role on delete cascade
);

-- last_assigned_at: when this person last got a lead of this branch, for assignment in turn.
create table account_branch (
  organization_id uuid not null,
  account_id uuid not null,
  branch_id uuid not null,
  last_assigned_at timestamptz,
  primary key (organization_id, account_id, branch_id),
  foreign key (organization_id, account_id) references account on delete cascade,
  foreign key (organization_id, branch_id) references branch on delete cascade
);
create index account_branch_by_branch on account_branch (organization_id, branch_id);

-- The token itself is never stored: token_hash is its SHA-256.
create table session (
  organization_id uuid not null,
  session_id uuid not null,
  token_hash bytea not null,
  account_id uuid not null,
  branch_id uuid not null,
  address text not null default '',
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (organization_id, session_id),
  foreign key (organization_id, account_id) references account on delete cascade,
  foreign key (organization_id, branch_id) references branch on delete cascade
);
create unique index session_token on session (token_hash);
create index session_account on session (organization_id, account_id, created_at desc);

create table captcha (
  captcha_id uuid primary key,
  answer_hash bytea not null,
  expires_at timestamptz not null
);
create index captcha_expiry on captcha (expires_at);

-- The shape that rate-limiter-flexible reads and writes.
create table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

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

-- What happened, written in the transaction in which it happened; published in order of id by the relay.
create table outbox (
  outbox_id bigint generated always as identity primary key,
  organization_id uuid not null,
  event text not null,
  aggregate_id uuid not null,
  payload jsonb not null,
  trace_id text not null default '',
  created_at timestamptz not null default now(),
  published_at timestamptz
);
create index outbox_unpublished on outbox (outbox_id) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;
create index outbox_organization on outbox (organization_id);

-- A commit with news wakes the relay at once; it polls as well.
create function outbox_wake() returns trigger language plpgsql as
  $$ begin perform pg_notify('outbox', ''); return null; end $$;
create trigger outbox_wake after insert on outbox for each statement execute function outbox_wake();

-- Messages between processes that are too large for a notification.
create table socket_io_attachments (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  payload bytea
);
create index socket_io_attachments_created on socket_io_attachments (created_at);
`;

/** What other modules may read of roles: views that follow the reader's own rights. */
const roleViews = `
-- The roles that count for an account: those that are switched on.
create view account_role_in_force with (security_invoker = true) as
  select ar.organization_id, ar.account_id, r.role_id, r.code, r.permissions_version
  from account_role ar join role r using (organization_id, role_id) where r.status = 1;

create view default_role_permission with (security_invoker = true) as
  select r.organization_id, r.role_id, rp.permission
  from role r join role_permission rp using (organization_id, role_id) where r.is_default;
`;

/**
 * Who holds a session's token, with everything that a request needs to know of them but their roles' permissions, in one
 * statement: every request asks. A session lasts 12 hours after its last use and 7 days at most; its use is noted once a minute. No row: it has
 * ended, or its account, organisation or branch is no longer open. The setting reaches only as far as the function.
 */
const sessionFunction = `
create function session_actor(token bytea) returns table (
  organization_id uuid, session_id uuid, account_id uuid, branch_id uuid, nickname text, is_owner boolean,
  is_platform boolean, branch_ids uuid[], roles text[], role_ids uuid[], role_versions integer[]
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  found_session session%rowtype;
begin
  select * into found_session from session
    where token_hash = token and ended_at is null
      and seen_at > now() - interval '12 hours' and created_at > now() - interval '7 days';
  if not found then return; end if;
  if found_session.seen_at < now() - interval '1 minute' then
    update session set seen_at = now()
      where organization_id = found_session.organization_id and session_id = found_session.session_id;
  end if;
  return query
    select a.organization_id, found_session.session_id, a.account_id, found_session.branch_id, a.nickname,
      a.is_owner, a.is_platform,
      array(
        select b.branch_id from branch b
        where b.organization_id = a.organization_id and b.status = 1 and (a.is_owner or exists (
          select from account_branch ab
          where ab.organization_id = a.organization_id and ab.account_id = a.account_id and ab.branch_id = b.branch_id))
        order by b.sort, b.branch_id),
      coalesce(held.codes, '{}'), coalesce(held.ids, '{}'), coalesce(held.versions, '{}')
    from account a join organization o using (organization_id)
      cross join lateral (
        select array_agg(one.code order by one.code) as codes, array_agg(one.role_id order by one.code) as ids,
          array_agg(one.permissions_version order by one.code) as versions
        from account_role_in_force one
        where one.organization_id = a.organization_id and one.account_id = a.account_id) held
    where a.organization_id = found_session.organization_id and a.account_id = found_session.account_id
      and a.status = 1 and o.deactivated_at is null;
end $$;
`;

const tenantTables = [
  "organization",
  "branch",
  "account",
  "role",
  "role_permission",
  "role_menu",
  "account_role",
  "account_branch",
  "session",
  "stored_file",
  "outbox",
];

/** Read before the organisation is known: at sign-in, by a session's token, by a signed address. */
const readBySystem = ["organization", "branch", "account", "account_branch", "role", "account_role", "stored_file"];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(scopeFunctions).execute(db);
  await sql.raw(tables).execute(db);
  await sql.raw(roleViews).execute(db);
  await sql.raw(sessionFunction).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of readBySystem) await openToSystem(db, table, "read");
  for (const table of ["session", "outbox"]) await openToSystem(db, table, "write");
}
