import { type Kysely, sql } from "kysely";

const columns = `
  organization_id uuid, session_id uuid, account_id uuid, branch_id uuid, nickname text, is_owner boolean,
  is_platform boolean, branch_ids uuid[], roles text[], role_ids uuid[], role_versions integer[],
  view_role text, view_role_id uuid, view_role_version integer, restriction text`;

/**
 * As the function of 0003 with one argument, which processes of the release before still call: that one records every call as
 * a use of the session, this one only those with `is_use`.
 */
const sessionActor = `
create function session_actor(token bytea, is_use boolean) returns table (${columns}
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  found_session session%rowtype;
begin
  select * into found_session from session
    where token_hash = token and ended_at is null
      and seen_at > now() - interval '12 hours' and created_at > now() - interval '7 days';
  if not found then return; end if;
  if is_use and found_session.seen_at < now() - interval '1 minute' then
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

create or replace function session_actor(token bytea) returns table (${columns}
) language sql security definer set search_path = public, pg_temp as $$
  select * from session_actor(token, true)
$$;
`;

/** What a page does by itself does not keep its session alive: sockets, and calls that nobody sat in front of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(sessionActor).execute(db);
}
