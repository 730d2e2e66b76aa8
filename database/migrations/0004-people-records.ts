import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

/** What is kept of organisations, branches, people and roles beyond what the first sign-in needs. */
const columns = `
alter table organization
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid,
  add column branch_count text not null default ''
    check (branch_count in ('', '1', '2-6', '7-20', '20+', 'online')),
  add column contact_first_name text not null default '',
  add column contact_last_name text not null default '',
  add column email text not null default '',
  add column area_code text not null default '',
  add column phone text not null default '',
  add column location text not null default '',
  -- Where the organisation heard of the product.
  add column source text not null default '',
  add column accepts_messages boolean not null default false,
  -- Since when everyone needs a second step to sign in; null: it is left to each.
  add column two_step_required_at timestamptz;

alter table branch
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column created_by uuid,
  add column updated_by uuid,
  add column contact_name text not null default '',
  add column email text not null default '',
  add column area_code text not null default '',
  add column phone text not null default '',
  add column address text not null default '',
  add column established_on date,
  add column lease_ends_on date,
  add column introduction text not null default '';

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

alter table account
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column created_by uuid,
  add column updated_by uuid,
  add column department_id uuid,
  add column first_name text not null default '',
  add column last_name text not null default '',
  add column ename text not null default '',
  add column area_code text not null default '',
  add column phone text not null default '',
  -- 0 confidential, 1 male, 2 female
  add column gender smallint not null default 0 check (gender in (0, 1, 2)),
  add column birth_date date,
  -- 1 secondary, 2 college, 3 bachelor, 4 master, 5 doctor, 0 other
  add column education smallint not null default 0 check (education between 0 and 5),
  add column school text not null default '',
  add column introduction text not null default '',
  add column address text not null default '',
  add column emergency_name text not null default '',
  add column emergency_area_code text not null default '',
  add column emergency_phone text not null default '',
  add column emergency_email text not null default '',
  add column notes text not null default '',
  -- The language of mails to this person.
  add column locale text not null default 'zh-tw',
  add column left_at timestamptz,
  -- When the password of today was given: an initial one must be replaced within 7 days.
  add column password_given_at timestamptz not null default now(),
  -- The sealed key of the second step, and since when it is asked for.
  add column two_step_secret bytea,
  add column two_step_enabled_at timestamptz,
  add foreign key (organization_id, department_id)
    references department on delete set null (department_id);
create index account_department on account (organization_id, department_id) where department_id is not null;

alter table role
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column created_by uuid,
  add column updated_by uuid;

-- The role as which this session looks at the product, beside the person's own rights.
alter table session
  add column view_as_role_id uuid,
  add foreign key (organization_id, view_as_role_id)
    references role on delete set null (view_as_role_id);
`;

/**
 * Who did what, when, from where, and what it changed. An entry outlives the account that acted and what it was done to.
 */
const audit = `
create table audit_entry (
  organization_id uuid not null references organization on delete cascade,
  audit_id uuid not null,
  created_at timestamptz not null default now(),
  account_id uuid,
  operator text not null default '',
  module text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null default '',
  subject_name text not null default '',
  -- The fields that differ, as they were and as they are; secrets blanked.
  before jsonb,
  after jsonb,
  method text not null default '',
  path text not null default '',
  address text not null default '',
  user_agent text not null default '',
  trace_id text not null default '',
  primary key (organization_id, audit_id)
);
create index audit_entry_newest on audit_entry (organization_id, created_at desc, audit_id desc);
create index audit_entry_module on audit_entry (organization_id, module, created_at desc);
create index audit_entry_account on audit_entry (organization_id, account_id, created_at desc);
create index audit_entry_age on audit_entry (created_at);
`;

/** Whatever else is allowed: entries stay as they were written, until the system removes those of more than 180 days. */
const auditLocks = `
create policy never_changed on audit_entry as restrictive for update using (false);
create policy only_the_old_go on audit_entry as restrictive for delete
  using (app_system() and created_at < now() - interval '180 days');
`;

/**
 * Mails on their way: posted in the transaction that has a reason for them, read only by what delivers them. The text
 * goes when the mail has gone, since it may hold a code.
 */
const mail = `
create table outgoing_mail (
  mail_id uuid primary key,
  recipient text not null,
  subject text not null,
  body jsonb,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  gave_up_at timestamptz,
  problem text not null default ''
);
create index outgoing_mail_waiting on outgoing_mail (next_try_at) where sent_at is null and gave_up_at is null;
create index outgoing_mail_age on outgoing_mail (created_at);
alter table outgoing_mail enable row level security;
create policy anyone_posts on outgoing_mail for insert with check (true);
create policy system_delivers on outgoing_mail using (app_system());

create function outgoing_mail_wake() returns trigger language plpgsql as
  $$ begin perform pg_notify('outgoing_mail', ''); return null; end $$;
create trigger outgoing_mail_wake after insert on outgoing_mail for each statement execute function outgoing_mail_wake();

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
`;

/**
 * As the first one, and: the role as which the session looks at the product, and what has to be done before anything
 * else ('password': the initial password is older than 7 days; 'two-step': the organisation asks for a second step).
 */
const sessionFunction = `
drop function session_actor(bytea);
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
        when a.password_initialized_at is null and a.password_given_at < now() - interval '7 days' then 'password'
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

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  await protectTenantTable(db, "department");
  await sql.raw(audit).execute(db);
  await protectTenantTable(db, "audit_entry");
  await openToSystem(db, "audit_entry", "write");
  await sql.raw(auditLocks).execute(db);
  await sql.raw(mail).execute(db);
  await sql.raw(sessionFunction).execute(db);
}
