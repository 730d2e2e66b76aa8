import type { AccountId, RecordId, RoleId } from "@homeroom/contract/ids";
import type { InitialPasswordKind } from "@homeroom/contract/staff";
import { sql } from "kysely";
import { organizationOf } from "#modules/organizations/public";
import { discountLimitOf, discountLimits, type SellingRole } from "#modules/roles/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { mailsLeave } from "../rules/initial-password.ts";
import type { StaffPerson } from "./load-person.ts";

/** A role with its permissions. */
export interface StaffRole extends SellingRole {
  id: RoleId;
  code: string;
  name: string;
  status: number;
}

/** The roles with these ids, or all of the organisation's, oldest first. */
export async function rolesOf(tx: Tx, scope: Scope, ids?: readonly RoleId[]): Promise<StaffRole[]> {
  if (ids?.length === 0) return [];
  const wanted = ids ? sql`and role_id = any(${sql.val([...new Set(ids)])}::uuid[])` : sql``;
  const limits = await discountLimits(tx, scope, ids);
  const found = await sql<Omit<StaffRole, "discountLimit">>`
    select role_id as id, code, name, status, permissions from staff_role
    where organization_id = ${scope.organizationId} ${wanted} order by created_at, role_id`.execute(tx);
  return found.rows.map((role) => ({ ...role, discountLimit: limits.get(role.id) ?? null }));
}

/** The roles of these people. */
export function rolesOfPeople(
  tx: Tx,
  scope: Scope,
  people: readonly Pick<StaffPerson, "roles">[],
): Promise<StaffRole[]> {
  const ids = people.flatMap(({ roles }) => roles.map(({ id }) => id));
  return rolesOf(tx, scope, ids);
}

/** The facts that decide about changes of people: their roles, and the largest discount that the actor may give. */
export interface Yardstick {
  roles: readonly StaffRole[];
  /** In basis points of the price. */
  ownLimit: number;
}

/** The facts that decide about an actor's changes of these people. */
export async function yardstickFor(
  tx: Tx,
  scope: Scope,
  { actor, people }: { actor: Actor; people: readonly StaffPerson[] },
): Promise<Yardstick> {
  return { roles: await rolesOfPeople(tx, scope, people), ownLimit: await discountLimitOf(tx, scope, actor) };
}

export interface StaffDepartment {
  id: RecordId;
  parentId: RecordId | null;
  name: string;
  code: string;
  status: number;
}

/** The organisation's departments in order. */
export async function departmentsOf(tx: Tx, scope: Scope): Promise<StaffDepartment[]> {
  const found = await sql<StaffDepartment>`
    select department_id as id, parent_id as "parentId", name, code, status from staff_department
    where organization_id = ${scope.organizationId} order by sort, name, department_id`.execute(tx);
  return found.rows;
}

/** Which of these values an account of the organisation already has, by the names of the form's fields. */
export async function takenFields(
  tx: Tx,
  scope: Scope,
  given: { accountId: AccountId; email: string; staffID: string },
): Promise<("email" | "staffID")[]> {
  const others = sql`organization_id = ${scope.organizationId} and account_id <> ${given.accountId}`;
  const found = await sql<{ email: boolean; staffID: boolean }>`
    select exists (select from account where ${others} and email_key = lower(${given.email})) as email,
      ${given.staffID} <> '' and exists (
        select from account where ${others} and staff_key = lower(${given.staffID})
      ) as "staffID"`.execute(tx);
  return (["email", "staffID"] as const).filter((field) => found.rows[0]?.[field]);
}

/** The kind of initial password for new accounts: random if the organisation wants it, or if mail cannot be delivered. */
export async function newPasswordKind(
  tx: Tx,
  scope: Scope,
  platform: Pick<Platform, "settings">,
): Promise<InitialPasswordKind> {
  const wantsRandom = (await organizationOf(tx, scope))?.random_initial_passwords ?? false;
  return wantsRandom || !mailsLeave(platform) ? "random" : "fixed";
}
