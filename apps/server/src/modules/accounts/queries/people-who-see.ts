import type { AccountId, BranchId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containing } from "#platform/db/containing";
import { soundsLike } from "#platform/db/name-sounds";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { PersonName } from "./people.ts";

/** A row of leads or conversations, and the permission for it. */
export interface SeenRow {
  branchId: BranchId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
  /** The permission to see, and the one to see more than one's own: `chat:message:query`, `chat:message:all`. */
  query: Permission;
  all: Permission;
}

/**
 * The active people with access to a row, ordered by name: the row filter in reverse. `ids` limits
 * it to these people, `keywords` to names that contain them, followed by names that sound like them.
 */
export async function peopleWhoSee(
  tx: Tx,
  scope: Scope,
  row: SeenRow,
  among: { ids?: readonly AccountId[]; keywords?: string | undefined; limit: number },
): Promise<PersonName[]> {
  const { branchId, salesId, tutorId, query, all } = row;
  const words = containing(among.keywords);
  const written = sql<SqlBool>`a.nickname ilike ${words}`;
  const sounds = soundsLike(sql`a.sound_keys`, scope, among.keywords ?? "") ?? sql<SqlBool>`false`;
  const found = await sql<PersonName>`
    select a.account_id as "accountId", a.nickname, a.avatar_file_id as "avatarFileId" from account a
    where a.organization_id = ${scope.organizationId} and a.status = 1 and (${written} or ${sounds})
      and ${among.ids ? sql<SqlBool>`a.account_id = any(${sql.val([...among.ids])}::uuid[])` : sql<SqlBool>`true`}
      and (a.is_owner or (${holds(query)} and (
        (${holds(all)} and (${holds("org:branch:query")} or ${worksAt(branchId)}))
        or (${worksAt(branchId)} and (a.account_id = ${salesId}::uuid or a.account_id = ${tutorId}::uuid
          or (${salesId}::uuid is null and ${tutorId}::uuid is null))))))
    order by ${written} desc, a.nickname, a.account_id limit ${among.limit}`.execute(tx);
  return found.rows;
}

/** For queries over `account a`: one of its active roles has the permission, or a wildcard that covers it. */
function holds(permission: Permission): RawBuilder<SqlBool> {
  const [area, thing] = permission.split(":");
  const given = [permission, `${area}:${thing}:*`];
  return sql<SqlBool>`exists (
    select from account_role_in_force held
    join role_grant given on given.organization_id = held.organization_id and given.role_id = held.role_id
    where held.organization_id = a.organization_id and held.account_id = a.account_id
      and given.permission = any(${sql.val(given)}::text[]))`;
}

function worksAt(branchId: BranchId): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from account_branch place
    where place.organization_id = a.organization_id and place.account_id = a.account_id
      and place.branch_id = ${branchId})`;
}
