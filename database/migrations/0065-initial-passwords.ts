import { type Kysely, sql } from "kysely";

const columns = `
alter table account
  -- What somebody else has issued, until its holder replaces it: the organisation's fixed one, which also takes a mailed
  -- code and works for 7 days, or a random one, which works for 72 hours.
  add column initial_password text not null default 'fixed' check (initial_password in ('fixed', 'random'));

alter table organization
  -- New accounts get a random initial password each.
  add column random_initial_passwords boolean not null default false;

alter table sign_in_ticket
  -- Which step comes next: a code of the authenticator app, or the one mailed at the first sign-in.
  add column awaits text not null default 'second-step' check (awaits in ('second-step', 'mailed-code'));
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
    a.initial_password, a.password_given_at
  from account a join organization o using (organization_id);
`;

/** As before, but an initial password restricts its session from the first moment, not after 7 days. */
const sessionFunction = `
create or replace function session_actor(token bytea) returns table (
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

/** Initial passwords no longer open an account by themselves: which kind was issued, and the step that follows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  await sql.raw(view).execute(db);
  await sql.raw(sessionFunction).execute(db);
}
