import { type Kysely, sql } from "kysely";

/**
 * A value that is another one after each change of rights in an organisation: while it is the same, an actor that was read
 * before is right. Nothing else of a session may be kept: that it is open, and its branch and role, are read each time.
 */
const marks = `
alter table organization add column rights_mark uuid not null default gen_random_uuid();

create function mark_rights() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update organization set rights_mark = gen_random_uuid()
    where organization_id = coalesce(new.organization_id, old.organization_id);
  return null;
end $$;
create trigger mark_rights after update of status, nickname, is_owner, is_platform, password_initialized_at, two_step_enabled_at
  on account for each row
  when ((old.status, old.nickname, old.is_owner, old.is_platform, old.password_initialized_at, old.two_step_enabled_at)
    is distinct from
    (new.status, new.nickname, new.is_owner, new.is_platform, new.password_initialized_at, new.two_step_enabled_at))
  execute function mark_rights();
create trigger mark_fewer_rights after delete on account for each row execute function mark_rights();
create trigger mark_rights after update of status, code, permissions_version on role for each row
  when ((old.status, old.code, old.permissions_version) is distinct from (new.status, new.code, new.permissions_version))
  execute function mark_rights();
create trigger mark_fewer_rights after delete on role for each row execute function mark_rights();
create trigger mark_rights after update of status, sort on branch for each row
  when ((old.status, old.sort) is distinct from (new.status, new.sort)) execute function mark_rights();
create trigger mark_more_rights after insert or delete on branch for each row execute function mark_rights();

create function mark_own_rights() returns trigger language plpgsql as $$
begin
  new.rights_mark := gen_random_uuid();
  return new;
end $$;
create trigger mark_rights before update of deactivated_at, two_step_required_at on organization for each row
  when ((old.deactivated_at, old.two_step_required_at) is distinct from (new.deactivated_at, new.two_step_required_at))
  execute function mark_own_rights();

-- An import of staff writes thousands of these: once a statement.
create function mark_held_rights() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update organization set rights_mark = gen_random_uuid()
    where organization_id in (select organization_id from changed);
  return null;
end $$;
`;

const heldRights = ["account_role", "account_branch"].map(
  (table) => `
create trigger mark_rights_added after insert on ${table} referencing new table as changed
  for each statement execute function mark_held_rights();
create trigger mark_rights_replaced after update on ${table} referencing new table as changed
  for each statement execute function mark_held_rights();
create trigger mark_rights_removed after delete on ${table} referencing old table as changed
  for each statement execute function mark_held_rights();
`,
);

/**
 * As the function of 0970, for a process that keeps actors: with the mark under which it keeps this one, and while that is the
 * organisation's, the row has the session alone and `is_known`. The mark is read before the rights, so they are at least as
 * new. Processes of the release before call the other one.
 */
const sessionActor = `
create function session_actor(token bytea, is_use boolean, known_mark uuid) returns table (
  organization_id uuid, session_id uuid, account_id uuid, branch_id uuid, nickname text, is_owner boolean,
  is_platform boolean, branch_ids uuid[], roles text[], role_ids uuid[], role_versions integer[],
  view_role text, view_role_id uuid, view_role_version integer, restriction text, rights_mark uuid, is_known boolean
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  found_session record;
begin
  select s.organization_id, s.session_id, s.account_id, s.branch_id, s.view_as_role_id, s.seen_at, o.rights_mark
    into found_session
    from session s join organization o using (organization_id)
    where s.token_hash = token and s.ended_at is null
      and s.seen_at > now() - interval '12 hours' and s.created_at > now() - interval '7 days';
  if not found then return; end if;
  if is_use and found_session.seen_at < now() - interval '1 minute' then
    update session set seen_at = now()
      where organization_id = found_session.organization_id and session_id = found_session.session_id;
  end if;
  if found_session.rights_mark = known_mark then
    organization_id := found_session.organization_id;
    session_id := found_session.session_id;
    account_id := found_session.account_id;
    branch_id := found_session.branch_id;
    view_role_id := found_session.view_as_role_id;
    rights_mark := found_session.rights_mark;
    is_known := true;
    return next;
    return;
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
      end,
      found_session.rights_mark, false
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
  for (const part of [marks, ...heldRights, sessionActor]) await sql.raw(part).execute(db);
}
