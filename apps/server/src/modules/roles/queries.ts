import type { AccountId, RoleId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { cutPage, readCursor, skippedOf } from "#platform/paging/cursor";
import { roleNames, type SellingRole, shownRoleName, wholePrice } from "./rules.ts";

/** The grants of these roles, wildcards as they are. */
export async function permissionsOfRoles(tx: Tx, scope: Scope, roleIds: readonly RoleId[]): Promise<string[]> {
  if (roleIds.length === 0) return [];
  const rows = await tx
    .selectFrom("role_permission")
    .select("permission")
    .distinct()
    .where("organization_id", "=", scope.organizationId)
    .where("role_id", "in", [...roleIds])
    .execute();
  return rows.map((row) => row.permission);
}

export interface Role {
  role_id: RoleId;
  code: string;
  name: string;
  description: string;
  status: number;
  is_default: boolean;
  discount_limit: number | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  creator: string;
  updater: string;
  account_count: number;
  permission_count: number;
  /** It has a right outside `reach`. */
  beyond: boolean;
}

/** `reach`: the rights that a role can have without exceeding the reader's (policy.ts). */
function selectRoles(scope: Scope, reach: readonly string[], condition: RawBuilder<SqlBool>) {
  return sql<Role & { place: string }>`
    select r.role_id, r.code, r.name, r.description, r.status, r.is_default, r.discount_limit, r.version, r.created_at, r.updated_at,
      coalesce((select nickname from account_name n
        where n.organization_id = r.organization_id and n.account_id = r.created_by), '') as creator,
      coalesce((select nickname from account_name n
        where n.organization_id = r.organization_id and n.account_id = r.updated_by), '') as updater,
      (select count(*)::int from role_holder h
        where h.organization_id = r.organization_id and h.role_id = r.role_id) as account_count,
      held.permission_count, held.beyond, ${place} as place
    from role r cross join lateral (
      select count(*)::int as permission_count,
        coalesce(bool_or(p.permission <> all(${sql.val([...reach])}::text[])), false) as beyond
      from role_permission p where p.organization_id = r.organization_id and p.role_id = r.role_id) held
    where r.organization_id = ${scope.organizationId} and ${condition}`;
}

/** Default roles in the order of creation, then the newest first: as one text, so that a cursor can contain it. */
const place = sql<string>`(case when r.is_default then '0' || r.role_id::text
  else '1' || lpad((9999999999999 - floor(extract(epoch from r.created_at) * 1000))::text, 13, '0') end)`;

export interface RoleFilters extends PageRequest {
  keywords?: string | undefined;
  status?: number | undefined;
}

/** One page of roles, by cursor or by number. */
export async function listRoles(tx: Tx, scope: Scope, filters: RoleFilters & { reach: readonly string[] }) {
  const words = filters.keywords?.toLowerCase() ?? "";
  const has = (column: string) => sql<SqlBool>`position(${words} in lower(${sql.ref(`r.${column}`)})) > 0`;
  const matching = sql<SqlBool>`(${words} = '' or ${has("name")} or ${has("code")} or ${has("description")})
    and (${filters.status ?? null}::int is null or r.status = ${filters.status ?? null})`;
  const skip = skippedOf(filters);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from role r
    where r.organization_id = ${scope.organizationId} and ${matching}`.execute(tx);
  const found = await sql<Role & { place: string }>`
    ${selectRoles(scope, filters.reach, sql<SqlBool>`${matching} and ${afterCursor(filters.cursor)}`)}
    order by place, r.role_id limit ${filters.pageSize + 1} offset ${skip}`.execute(tx);
  const { rows: roles, nextCursor } = cutPage(found.rows, filters.pageSize, (last) => ({
    value: last.place,
    id: last.role_id,
  }));
  return {
    roles,
    total: counted.rows[0]?.count ?? 0,
    nextCursor,
  };
}

function afterCursor(cursor: string | undefined): RawBuilder<SqlBool> {
  if (!cursor) return sql<SqlBool>`true`;
  const { value, id } = readCursor(cursor);
  if (value === null) throw new AppError("DATA_FORMAT_ERROR");
  return sql<SqlBool>`(${place}, r.role_id) > (${value}, ${id}::uuid)`;
}

/** Every role, to choose from. */
export async function allRoles(tx: Tx, scope: Scope, reach: readonly string[]): Promise<Role[]> {
  const found = await sql<Role>`${selectRoles(scope, reach, sql<SqlBool>`true`)} order by place, r.role_id`.execute(tx);
  return found.rows;
}

/** One role. Throws NOT_FOUND. */
export async function loadRole(tx: Tx, scope: Scope, roleId: RoleId, reach: readonly string[] = []): Promise<Role> {
  const found = await selectRoles(scope, reach, sql<SqlBool>`r.role_id = ${roleId}`).execute(tx);
  const [role] = found.rows;
  if (!role) throw new AppError("NOT_FOUND");
  return role;
}

/** A role's name for the reader; null if it does not exist. */
export async function roleName(tx: Tx, scope: Scope, roleId: RoleId): Promise<string | null> {
  const row = await findRow(tx, scope, "role", { role_id: roleId });
  return row ? shownRoleName(row) : null;
}

/** Each role's name for the reader. */
export async function shownRoleNames(tx: Tx, scope: Scope): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom("role")
    .select(["role_id", "code", "name"])
    .where("organization_id", "=", scope.organizationId)
    .execute();
  return new Map(rows.map((row) => [row.role_id, shownRoleName(row)]));
}

/** Locks roles until the transaction ends, in order of their ids. Throws NOT_FOUND unless all exist. */
export async function lockRoles(tx: Tx, scope: Scope, roleIds: readonly RoleId[]) {
  const wanted = [...new Set(roleIds)];
  const rows = await tx
    .selectFrom("role")
    .select(["role_id", "code", "name", "description", "status", "is_default", "discount_limit", "version"])
    .where("organization_id", "=", scope.organizationId)
    .where("role_id", "in", wanted)
    .orderBy("role_id")
    .forUpdate()
    .execute();
  if (rows.length !== wanted.length) throw new AppError("NOT_FOUND");
  return rows;
}

/** Whether another role has the name, in any case; a default one in any language. */
export async function isNameTaken(tx: Tx, scope: Scope, name: string, except?: RoleId): Promise<boolean> {
  const rows = await tx
    .selectFrom("role")
    .select(["role_id", "code", "name"])
    .where("organization_id", "=", scope.organizationId)
    .where((row) => row.or([sql<boolean>`lower(name) = lower(${name})`, row("is_default", "=", true)]))
    .execute();
  const wanted = name.toLowerCase();
  const isNamed = (row: { code: string; name: string }) => roleNames(row).some((one) => one.toLowerCase() === wanted);
  return rows.some((row) => row.role_id !== except && isNamed(row));
}

/** The codes of the organisation's roles. */
export async function codesOf(tx: Tx, scope: Scope): Promise<Set<string>> {
  const rows = await tx.selectFrom("role").select("code").where("organization_id", "=", scope.organizationId).execute();
  return new Set(rows.map((row) => row.code));
}

/** The holders of these roles by name, once for each role. */
export function holdersOf(tx: Tx, scope: Scope, roleIds: readonly RoleId[]) {
  return tx
    .selectFrom("role_holder")
    .select(["account_id", "nickname", "status", "is_owner", "only_role"])
    .where("organization_id", "=", scope.organizationId)
    .where("role_id", "in", [...roleIds])
    .orderBy("nickname")
    .orderBy("account_id")
    .execute();
}

/** The enabled roles of an account. */
export async function rolesInForce(tx: Tx, scope: Scope, accountIds: readonly AccountId[]) {
  if (accountIds.length === 0) return [];
  const found = await sql<{ account_id: AccountId; role_id: RoleId }>`
    select account_id, role_id from account_role_in_force
    where organization_id = ${scope.organizationId} and account_id = any(${sql.val([...accountIds])}::uuid[])`.execute(
    tx,
  );
  return found.rows;
}

/** The fields of roles that limit the discount of their people. */
export async function sellingRoles(
  tx: Tx,
  scope: Scope,
  roleIds: readonly RoleId[],
): Promise<ReadonlyMap<RoleId, SellingRole>> {
  if (roleIds.length === 0) return new Map();
  const found = await sql<SellingRole & { roleId: RoleId }>`
    select r.role_id as "roleId", r.discount_limit as "discountLimit", array(
      select p.permission from role_permission p
      where p.organization_id = r.organization_id and p.role_id = r.role_id) as permissions
    from role r
    where r.organization_id = ${scope.organizationId} and r.role_id = any(${sql.val([...roleIds])}::uuid[])`.execute(
    tx,
  );
  return new Map(found.rows.map(({ roleId, ...role }) => [roleId, role]));
}

/**
 * The largest discount that an actor can give, in basis points of the price: that of their most generous role.
 * A person who views as a role is also bound by that role's present limit.
 */
export async function discountLimitOf(tx: Tx, scope: Scope, actor: Actor): Promise<number> {
  if (actor.isOwner) return wholePrice;
  const limitOf = (counted: RawBuilder<SqlBool>) => sql`(
    select coalesce(max(coalesce(r.discount_limit, ${wholePrice})), 0)::int from role r
    where r.organization_id = a.organization_id and ${counted})`;
  const held = sql<SqlBool>`exists (select from account_role_in_force held
    where held.organization_id = r.organization_id and held.role_id = r.role_id and held.account_id = a.account_id)`;
  const own = sql`case when a.is_owner then ${wholePrice} else ${limitOf(held)} end`;
  const limit = actor.viewsAs ? sql`least(${own}, ${limitOf(sql`r.role_id = ${actor.viewsAs}`)})` : own;
  const found = await sql<{ limit: number }>`
    select ${limit} as limit from account_name a
    where a.organization_id = ${scope.organizationId} and a.account_id = ${actor.accountId}`.execute(tx);
  return found.rows[0]?.limit ?? 0;
}

/** The discount limits of roles in basis points, null for none; all of the organisation's without ids. */
export async function discountLimits(
  tx: Tx,
  scope: Scope,
  roleIds?: readonly RoleId[],
): Promise<ReadonlyMap<RoleId, number | null>> {
  const all = tx
    .selectFrom("role")
    .select(["role_id", "discount_limit"])
    .where("organization_id", "=", scope.organizationId);
  const rows = await (roleIds ? all.where("role_id", "in", [...roleIds]) : all).execute();
  return new Map(rows.map((row) => [row.role_id, row.discount_limit]));
}
