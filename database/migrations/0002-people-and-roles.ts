import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const people = `
-- E-mail is the sign-in name and unique in the whole product; the staff ID only within its organisation.
create table account (
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null,
  email text not null,
  -- The keys are plain columns: behind row-level security an index on lower(email) is not used.
  email_key text generated always as (lower(email)) stored,
  staff_id text,
  staff_key text generated always as (lower(staff_id)) stored,
  nickname text not null,
  first_name text not null default '',
  last_name text not null default '',
  ename text not null default '',
  area_code text not null default '',
  phone text not null default '',
  -- 0 confidential, 1 male, 2 female
  gender smallint not null default 0 check (gender in (0, 1, 2)),
  birth_date date,
  -- 1 secondary, 2 college, 3 bachelor, 4 master, 5 doctor, 0 other
  education smallint not null default 0 check (education between 0 and 5),
  school text not null default '',
  introduction text not null default '',
  address text not null default '',
  emergency_name text not null default '',
  emergency_area_code text not null default '',
  emergency_phone text not null default '',
  emergency_email text not null default '',
  notes text not null default '',
  -- The language of mails to this person.
  locale text not null default 'zh-tw',
  password_hash text not null,
  -- Kind of the password issued to the holder, until they replace it: the organisation's fixed one, which also takes a
  -- mailed code and works for 7 days, or a random one, which works for 72 hours.
  initial_password text not null default 'fixed' check (initial_password in ('fixed', 'random')),
  password_initialized_at timestamptz,
  -- When the current password was set; an initial one expires some time after.
  password_given_at timestamptz not null default now(),
  -- The sealed key of the second step, and since when it is required.
  two_step_secret bytea,
  two_step_enabled_at timestamptz,
  -- 1 active, 0 disabled, 2 left
  status smallint not null default 1 check (status in (0, 1, 2)),
  left_at timestamptz,
  -- When the personal part of the record was erased.
  erased_at timestamptz,
  is_owner boolean not null default false,
  is_platform boolean not null default false,
  avatar_file_id uuid,
  department_id uuid,
  tour_completed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  -- Everything that search looks through, lower case, a line break before each field.
  search_text text generated always as (
    lower(E'\\n' || nickname || E'\\n' || ename || E'\\n' || last_name || first_name || E'\\n' || first_name || ' ' || last_name ||
      E'\\n' || email || E'\\n' || coalesce(staff_id, '') || E'\\n' || phone || E'\\n' ||
      case when phone = '' then '' else ltrim(area_code, '+') || phone end)) stored,
  primary key (organization_id, account_id),
  foreign key (organization_id, department_id) references department on delete set null (department_id),
  constraint account_nickname_length check (char_length(nickname) <= 64)
);
create index account_department on account (organization_id, department_id) where department_id is not null;
-- Clients may propose the id: one that another organisation uses is refused, because sockets identify people by it.
create unique index account_identity on account (account_id);
create index account_newest on account (organization_id, created_at desc, account_id desc);
create unique index account_email on account (email_key);
create unique index account_staff_id on account (organization_id, staff_key) where staff_key is not null;
create index account_staff_name on account (staff_key) where staff_key is not null;
`;

const roles = `
create table role (
  organization_id uuid not null references organization on delete cascade,
  role_id uuid not null,
  code text not null,
  name text not null,
  description text not null default '',
  status smallint not null default 1 check (status in (0, 1)),
  is_default boolean not null default false,
  -- Grows with each change of its permissions, so that processes can cache them.
  permissions_version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  primary key (organization_id, role_id)
);
create unique index role_code on role (organization_id, code);
create unique index role_name on role (organization_id, lower(name));
create unique index role_identity on role (role_id);

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

create table account_role (
  organization_id uuid not null,
  account_id uuid not null,
  role_id uuid not null,
  primary key (organization_id, account_id, role_id),
  foreign key (organization_id, account_id) references account on delete cascade,
  foreign key (organization_id, role_id) references role on delete cascade
);
-- Holders of a role: read with every list of roles, and when one is deleted.
create index account_role_by_role on account_role (organization_id, role_id);

create table account_branch (
  organization_id uuid not null,
  account_id uuid not null,
  branch_id uuid not null,
  primary key (organization_id, account_id, branch_id),
  foreign key (organization_id, account_id) references account on delete cascade,
  foreign key (organization_id, branch_id) references branch on delete cascade
);
create index account_branch_by_branch on account_branch (organization_id, branch_id);
`;

const menus = `
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1
);
create index menu_parent on menu (parent_id, sort);

create table role_menu (
  organization_id uuid not null,
  role_id uuid not null,
  menu_id uuid not null references menu on delete cascade,
  primary key (organization_id, role_id, menu_id),
  foreign key (organization_id, role_id) references role on delete cascade
);

-- Entries of the product's own menu that platform staff deleted: the import leaves them out until they want them back.
create table removed_menu (
  menu_id uuid primary key,
  name text not null,
  removed_at timestamptz not null default now(),
  removed_by uuid
);
`;

/** What other modules may read of people and roles: views that follow the reader's own rights. */
const views = `
-- The roles that count for an account: those that are switched on.
create view account_role_in_force with (security_invoker = true) as
  select ar.organization_id, ar.account_id, r.role_id, r.code, r.permissions_version
  from account_role ar join role r using (organization_id, role_id) where r.status = 1;

create view account_permission_in_force with (security_invoker = true) as
  select held.organization_id, held.account_id, granted.permission
  from account_role_in_force held join role_permission granted using (organization_id, role_id);

create view role_grant with (security_invoker = true) as
  select organization_id, role_id, permission from role_permission;

create view role_holder with (security_invoker = true) as
  select ar.organization_id, ar.role_id, a.account_id, a.nickname, a.avatar_file_id, a.status, a.is_owner,
    not exists (
      select from account_role_in_force other
      where other.organization_id = ar.organization_id and other.account_id = ar.account_id
        and other.role_id <> ar.role_id) as only_role
  from account_role ar join account a using (organization_id, account_id);

create view staff_role with (security_invoker = true) as
  select r.organization_id, r.role_id, r.code, r.name, r.status, r.is_default, r.created_at,
    array(select p.permission from role_permission p
      where p.organization_id = r.organization_id and p.role_id = r.role_id) as permissions
  from role r;

create view account_name with (security_invoker = true) as
  select organization_id, account_id, nickname, is_owner from account;

-- Who works at a branch, for the branches' own screen.
create view branch_person with (security_invoker = true) as
  select ab.organization_id, ab.branch_id, a.account_id, a.nickname, a.status, a.is_owner
  from account_branch ab join account a using (organization_id, account_id);

-- Where a person belongs, in names.
create view account_belonging with (security_invoker = true) as
  select a.organization_id, a.account_id,
    (select coalesce(json_agg(json_build_object('recordID', r.role_id, 'name', r.name) order by r.created_at, r.role_id), '[]')
      from account_role ar join role r using (organization_id, role_id)
      where ar.organization_id = a.organization_id and ar.account_id = a.account_id) as roles,
    (select coalesce(json_agg(json_build_object('branchID', b.branch_id, 'name', b.name) order by b.sort, b.branch_id), '[]')
      from branch b
      where b.organization_id = a.organization_id and (a.is_owner or exists (
        select from account_branch ab where ab.organization_id = a.organization_id
          and ab.account_id = a.account_id and ab.branch_id = b.branch_id))) as branches,
    coalesce((select d.name from department d
      where d.organization_id = a.organization_id and d.department_id = a.department_id), '') as department
  from account a;
`;

/**
 * What an account may do at this moment, without a session: for work that it started and that runs later. The columns are
 * those of session_actor; no row: the account or its organisation has ended.
 */
const accountActor = `
create function account_actor(organization uuid, account uuid, viewed_role uuid) returns table (
  nickname text, is_owner boolean, is_platform boolean, branch_ids uuid[], roles text[], role_ids uuid[],
  view_role text
) language sql stable as $$
  select a.nickname, a.is_owner, a.is_platform,
    array(
      select b.branch_id from branch b
      where b.organization_id = a.organization_id and b.status = 1 and (a.is_owner or exists (
        select from account_branch ab
        where ab.organization_id = a.organization_id and ab.account_id = a.account_id and ab.branch_id = b.branch_id))
      order by b.sort, b.branch_id),
    coalesce(held.codes, '{}'), coalesce(held.ids, '{}'),
    (select r.code from role r where r.organization_id = a.organization_id and r.role_id = viewed_role)
  from account a join organization o on o.organization_id = a.organization_id
    cross join lateral (
      select array_agg(one.code order by one.code) as codes, array_agg(one.role_id order by one.code) as ids
      from account_role_in_force one
      where one.organization_id = a.organization_id and one.account_id = a.account_id) held
  where a.organization_id = organization and a.account_id = account and a.status = 1 and o.deactivated_at is null
$$;
`;

const tenantTables = ["account", "role", "role_permission", "account_role", "account_branch", "role_menu"];

/** Read before the organisation is known: at sign-in and by a session's token. */
const readBySystem = ["account", "role", "account_role", "account_branch", "role_menu"];

/** Accounts, their roles and branches, and the menu that roles see parts of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [people, roles, menus, views, accountActor]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of readBySystem) await openToSystem(db, table, "read");
}
