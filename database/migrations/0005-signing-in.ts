import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/** What signing in reads of accounts, organisations and roles: views that follow the reader's own rights. */
const views = `
create view sign_in_account with (security_invoker = true) as
  select a.organization_id, o.name as organization_name, o.deactivated_at is null as organization_open,
    o.time_zone, o.two_step_required_at is not null as two_step_required,
    a.account_id, a.email, a.staff_id, a.nickname, a.locale, a.password_hash, a.password_initialized_at, a.status,
    a.is_owner, a.two_step_secret, a.two_step_enabled_at,
    a.is_owner or exists (
      select from account_role_in_force held
      where held.organization_id = a.organization_id and held.account_id = a.account_id) as has_role,
    (select coalesce(json_agg(json_build_object('branchID', b.branch_id, 'branchName', b.name)
        order by b.sort, b.branch_id), '[]')
      from branch b
      where b.organization_id = a.organization_id and b.status = 1 and (a.is_owner or exists (
        select from account_branch ab where ab.organization_id = a.organization_id
          and ab.account_id = a.account_id and ab.branch_id = b.branch_id))) as branches
  from account a join organization o using (organization_id);

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

create view role_grant with (security_invoker = true) as
  select organization_id, role_id, permission from role_permission;
`;

const tables = `
-- The right password of an account that asks for a second step: good for a few minutes, towards that step alone.
create table sign_in_ticket (
  organization_id uuid not null,
  ticket_id uuid not null,
  ticket_hash bytea not null,
  account_id uuid not null,
  branch_id uuid not null,
  -- How the first step was taken: by password or by an automatic sign-in key.
  means text not null check (means in ('password', 'key')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (organization_id, ticket_id),
  foreign key (organization_id, account_id) references account on delete cascade
);
create unique index sign_in_ticket_hash on sign_in_ticket (ticket_hash);
create index sign_in_ticket_account on sign_in_ticket (organization_id, account_id);

-- The 30-second step of the last code that was taken: no code counts twice.
create table two_step_use (
  organization_id uuid not null,
  account_id uuid not null,
  used_step bigint not null,
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references account on delete cascade
);

create table recovery_code (
  organization_id uuid not null,
  account_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (organization_id, account_id, code_hash),
  foreign key (organization_id, account_id) references account on delete cascade
);

-- Where an account has signed in from: a network and a kind of device.
create table sign_in_place (
  organization_id uuid not null,
  account_id uuid not null,
  network text not null,
  device text not null,
  seen_at timestamptz not null default now(),
  primary key (organization_id, account_id, network, device),
  foreign key (organization_id, account_id) references account on delete cascade
);

-- Links that sign a person in once without a password.
create table auto_login_key (
  organization_id uuid not null,
  key_id uuid not null,
  key_hash bytea not null,
  account_id uuid not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_address text not null default '',
  revoked_at timestamptz,
  revoked_by uuid,
  primary key (organization_id, key_id),
  foreign key (organization_id, account_id) references account on delete cascade
);
create unique index auto_login_key_hash on auto_login_key (key_hash);
create index auto_login_key_newest on auto_login_key (organization_id, created_at desc, key_id desc);
`;

const tenantTables = ["sign_in_ticket", "two_step_use", "recovery_code", "sign_in_place", "auto_login_key"];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(views).execute(db);
  await sql.raw(tables).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  // Found by its hash, before the organisation is known.
  await openToSystem(db, "sign_in_ticket", "read");
}
