import { type Kysely, sql } from "kysely";

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

/** What ran when this was introduced keeps ids alone; the rights of then are forgotten. */
const tables = ["import_run", "lead_bulk_run", "hand_over"];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(accountActor).execute(db);
  for (const table of tables) {
    await sql
      .raw(`update ${table} set actor = jsonb_build_object('accountId', actor -> 'accountId', 'branchId', actor -> 'branchId',
        'sessionId', actor -> 'sessionId', 'viewsAs', actor -> 'viewsAs', 'nickname', actor -> 'nickname')`)
      .execute(db);
  }
}
