import { type Kysely, sql } from "kysely";

/** What accounts are found by, as plain columns: behind row-level security an index on `lower(email)` is not used. */
const keys = `
alter table account
  add column email_key text generated always as (lower(email)) stored,
  add column staff_key text generated always as (lower(staff_id)) stored;
drop index account_email;
drop index account_staff_id;
drop index account_staff_name;
create unique index account_email on account (email_key);
create unique index account_staff_id on account (organization_id, staff_key) where staff_key is not null;
create index account_staff_name on account (staff_key) where staff_key is not null;
`;

const view = `
create or replace view sign_in_account with (security_invoker = true) as
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
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(keys).execute(db);
  await sql.raw(view).execute(db);
}
