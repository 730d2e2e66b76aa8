import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const sessions = `
-- The token itself is never stored: token_hash is its SHA-256.
create table session (
  organization_id uuid not null,
  session_id uuid not null,
  token_hash bytea not null,
  account_id uuid not null,
  branch_id uuid not null,
  -- The role whose view of the product this session shows, besides the person's own rights.
  view_as_role_id uuid,
  address text not null default '',
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (organization_id, session_id),
  foreign key (organization_id, account_id) references account on delete cascade,
  foreign key (organization_id, branch_id) references branch on delete cascade,
  foreign key (organization_id, view_as_role_id) references role on delete set null (view_as_role_id)
);
create unique index session_token on session (token_hash);
create index session_account on session (organization_id, account_id, created_at desc);
create index session_views_as on session (organization_id, view_as_role_id) where view_as_role_id is not null;

-- The first step was passed and a second one is due: valid for a few minutes, for that step alone.
create table sign_in_ticket (
  organization_id uuid not null,
  ticket_id uuid not null,
  ticket_hash bytea not null,
  account_id uuid not null,
  branch_id uuid not null,
  -- How the first step was taken: by password or by an automatic sign-in key.
  means text not null check (means in ('password', 'key')),
  -- Which step comes next: a code of the authenticator app, or the one mailed at the first sign-in.
  awaits text not null default 'second-step' check (awaits in ('second-step', 'mailed-code')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (organization_id, ticket_id),
  foreign key (organization_id, account_id) references account on delete cascade
);
create unique index sign_in_ticket_hash on sign_in_ticket (ticket_hash);
create index sign_in_ticket_account on sign_in_ticket (organization_id, account_id);

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

/** What signing in requires besides a password. */
const proofs = `
-- The 30-second step of the last code accepted: no code counts twice.
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

-- Codes sent by mail, one a purpose and address at a time; only a hash is kept, which the address salts.
create table mailed_code (
  purpose text not null,
  email text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (purpose, email)
);
create index mailed_code_expiry on mailed_code (expires_at);

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
`;

/** What signing in and the records of staff read of accounts, organisations and roles, with the reader's own rights. */
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
          and ab.account_id = a.account_id and ab.branch_id = b.branch_id))) as branches,
    a.initial_password, a.password_given_at, a.email_key, a.staff_key
  from account a join organization o using (organization_id);

create view staff_sign_in with (security_invoker = true) as
  select organization_id, account_id, max(created_at) as signed_in_at from session group by organization_id, account_id;

create view staff_record with (security_invoker = true) as
  select a.organization_id, a.account_id, a.email, a.staff_id, a.nickname, a.first_name, a.last_name, a.ename, a.area_code,
    a.phone, a.gender, a.birth_date, a.education, a.school, a.introduction, a.address, a.emergency_name,
    a.emergency_area_code, a.emergency_phone, a.emergency_email, a.notes, a.status, a.is_owner, a.is_platform,
    a.avatar_file_id, a.department_id, a.locale, a.left_at, a.erased_at, a.password_initialized_at, a.two_step_enabled_at,
    a.version, a.created_at, a.updated_at, a.created_by, a.updated_by,
    coalesce((select d.name from department d
      where d.organization_id = a.organization_id and d.department_id = a.department_id), '') as department_name,
    (select s.signed_in_at from staff_sign_in s
      where s.organization_id = a.organization_id and s.account_id = a.account_id) as signed_in_at,
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.role_id, 'name', r.name, 'code', r.code)
        order by r.created_at, r.role_id), '[]')
      from account_role ar join role r using (organization_id, role_id)
      where ar.organization_id = a.organization_id and ar.account_id = a.account_id) as roles,
    (select coalesce(jsonb_agg(jsonb_build_object('branchID', b.branch_id, 'name', b.name)
        order by b.sort, b.branch_id), '[]')
      from account_branch ab join branch b using (organization_id, branch_id)
      where ab.organization_id = a.organization_id and ab.account_id = a.account_id) as branches
  from account a;
`;

/**
 * Holder of a session's token, with all that a request needs to know of them except their roles' permissions, in one
 * statement: every request asks. A session lasts 12 hours after its last use and 7 days at most; its use is recorded once
 * a minute. No row: it has ended, or its account or organisation is no longer open. `restriction` is what has to be done
 * before anything else: replace an initial password, or set up the second step. The search path is fixed because the
 * function runs with its owner's rights.
 */
const sessionActor = `
create function session_actor(token bytea) returns table (
  organization_id uuid, session_id uuid, account_id uuid, branch_id uuid, nickname text, is_owner boolean,
  is_platform boolean, branch_ids uuid[], roles text[], role_ids uuid[], role_versions integer[],
  view_role text, view_role_id uuid, view_role_version integer, restriction text
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
      coalesce(held.codes, '{}'), coalesce(held.ids, '{}'), coalesce(held.versions, '{}'),
      seen.code, seen.role_id, seen.permissions_version,
      case
        when a.password_initialized_at is null then 'password'
        when o.two_step_required_at is not null and a.two_step_enabled_at is null then 'two-step'
      end
    from account a join organization o using (organization_id)
      cross join lateral (
        select array_agg(one.code order by one.code) as codes, array_agg(one.role_id order by one.code) as ids,
          array_agg(one.permissions_version order by one.code) as versions
        from account_role_in_force one
        where one.organization_id = a.organization_id and one.account_id = a.account_id) held
      left join role seen on seen.organization_id = a.organization_id and seen.role_id = found_session.view_as_role_id
    where a.organization_id = found_session.organization_id and a.account_id = found_session.account_id
      and a.status = 1 and o.deactivated_at is null;
end $$;
`;

const tenantTables = ["session", "sign_in_ticket", "auto_login_key", "two_step_use", "recovery_code", "sign_in_place"];

/** Found by a hash, before the organisation is known; a key also to say that it belongs to another organisation. */
const readBySystem = ["sign_in_ticket", "auto_login_key"];

const writtenBySystem = ["session"];

/** Sessions, the proofs that signing in asks for, and the views and function that it reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [sessions, proofs, views, sessionActor]) await sql.raw(part).execute(db);
  for (const table of tenantTables) await protectTenantTable(db, table);
  for (const table of readBySystem) await openToSystem(db, table, "read");
  for (const table of writtenBySystem) await openToSystem(db, table, "write");
}
