import type { AccountId, BranchId, FileId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { defaultLanguage, type Language, languages } from "@homeroom/contract/language";
import type { DefaultRole, Permission } from "@homeroom/contract/permissions";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { cachedById } from "#platform/db/cached-names";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type SystemTx, type Tx } from "#platform/db/transaction";
import { internationalNumber } from "#platform/phones/phones";

/** A person's name and picture. */
export interface PersonName {
  accountId: AccountId;
  nickname: string;
  avatarFileId: FileId | null;
}

/** The named people among these ids, including people who have left. */
export function peopleByIds(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<Map<AccountId, PersonName>> {
  const load = async (missing: readonly AccountId[]) => {
    const rows = await tx
      .selectFrom("account")
      .select(["account_id as accountId", "nickname", "avatar_file_id as avatarFileId"])
      .where("organization_id", "=", scope.organizationId)
      .where(isOneOf("account_id", missing))
      .execute();
    return new Map(rows.map((row) => [row.accountId, row]));
  };
  return cachedById(tx, { kind: "people", ids, load });
}

/** A person's own phone number, as digits with the area code; null when they have given none. */
export async function numberOfPerson(tx: Tx, scope: Scope, id: AccountId): Promise<string | null> {
  const found = await tx
    .selectFrom("account")
    .select(["area_code", "phone"])
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", id)
    .executeTakeFirst();
  return found?.phone ? internationalNumber(`${found.area_code}${found.phone}`) : null;
}

/** The mail addresses and languages of active people. */
export async function mailAddresses(
  tx: Tx,
  scope: Scope,
  ids: readonly AccountId[],
): Promise<{ accountId: AccountId; email: string; language: Language }[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("account")
    .select(["account_id", "email", "locale"])
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "in", [...ids])
    .where("status", "=", 1)
    .execute();
  return rows.map((row) => ({
    accountId: row.account_id,
    email: row.email,
    language: languages.find((one) => one === row.locale) ?? defaultLanguage,
  }));
}

/** An active person with a role, and the branches where they work. */
export interface Colleague extends PersonName {
  status: number;
  branchIds: BranchId[];
}

/** The active people with a default role, by name: the choices for sales or tutor. */
export async function colleaguesWithRole(tx: Tx, scope: Scope, role: DefaultRole): Promise<Colleague[]> {
  const found = await sql<Colleague>`
    select a.account_id as "accountId", a.nickname, a.avatar_file_id as "avatarFileId", a.status,
      array(select ab.branch_id from account_branch ab
        where ab.organization_id = a.organization_id and ab.account_id = a.account_id) as "branchIds"
    from account a
    where a.organization_id = ${scope.organizationId} and a.status = 1 and ${holdsRole(role)}
    order by a.nickname, a.account_id`.execute(tx);
  return found.rows;
}

/**
 * The active people at a branch who can do something there: the owner, and holders of an enabled role that grants it.
 * Without a branch, those of the whole organisation.
 */
export async function colleaguesWhoMay(
  tx: Tx,
  scope: Scope,
  { permission, branchId }: { permission: Permission; branchId: BranchId | null },
): Promise<AccountId[]> {
  // The owner can enter every branch without a grant.
  const isThere = sql`(a.is_owner or exists (
    select from account_branch ab where ab.organization_id = a.organization_id and ab.account_id = a.account_id
      and ab.branch_id = ${branchId}))`;
  const found = await sql<{ id: AccountId }>`
    select a.account_id as id from account a
    where a.organization_id = ${scope.organizationId} and a.status = 1 and ${branchId ? isThere : sql`true`}
      and (a.is_owner or exists (
        select from account_permission_in_force held
        where held.organization_id = a.organization_id and held.account_id = a.account_id
          and held.permission = ${permission}))
    order by a.account_id limit 500`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** Whether an active person with the role works at the branch: may a lead there be given to them? */
export async function worksAt(
  tx: Tx,
  scope: Scope,
  person: { accountId: AccountId; branchId: BranchId; role: DefaultRole },
): Promise<boolean> {
  const found = await sql`
    select from account a
    join account_branch ab using (organization_id, account_id)
    where a.organization_id = ${scope.organizationId} and a.account_id = ${person.accountId}
      and a.status = 1 and ab.branch_id = ${person.branchId} and ${holdsRole(person.role)}`.execute(tx);
  return found.rows.length > 0;
}

/** For queries over `account a`: it holds the role, and the role is switched on. */
export function holdsRole(role: DefaultRole): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from account_role_in_force held
    where held.organization_id = a.organization_id and held.account_id = a.account_id and held.code = ${role})`;
}

/** The account's own fields for the answer to "who am I". */
export function ownAccount(tx: Tx, scope: Scope, accountId: AccountId) {
  return tx
    .selectFrom("account")
    .select(["email", "nickname", "avatar_file_id", "password_initialized_at", "tour_completed_at"])
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

/** The number of people in each department, without people who have left. */
export async function countByDepartment(tx: Tx, scope: Scope): Promise<Map<RecordId, number>> {
  const rows = await tx
    .selectFrom("account")
    .select(["department_id", ({ fn }) => fn.countAll<number>().as("people")])
    .where("organization_id", "=", scope.organizationId)
    .where("department_id", "is not", null)
    .where("status", "!=", 2)
    .groupBy("department_id")
    .execute();
  return new Map(rows.flatMap((row) => (row.department_id ? [[row.department_id, Number(row.people)] as const] : [])));
}

/** The organisation's owner as a mail recipient; undefined if it has none. */
export function ownerOf(tx: Tx, scope: Scope) {
  return tx
    .selectFrom("account")
    .select(["account_id as accountId", "nickname", "email", "locale"])
    .where("organization_id", "=", scope.organizationId)
    .where("is_owner", "=", true)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
}

/**
 * The operators of the installation: the platform's staff; without any, the owner if there is one organisation only. The
 * owner of one among several is a customer.
 */
export async function operators(tx: SystemTx): Promise<{ organizationId: OrganizationId; accountId: AccountId }[]> {
  const { rows } = await sql<{ organizationId: OrganizationId; accountId: AccountId; isPlatform: boolean }>`
    select organization_id as "organizationId", account_id as "accountId", is_platform as "isPlatform"
    from account where status = 1 and (is_platform or (is_owner and (select count(distinct organization_id) from account) = 1))`.execute(
    tx,
  );
  const staff = rows.filter(({ isPlatform }) => isPlatform);
  return (staff.length > 0 ? staff : rows).map(({ organizationId, accountId }) => ({ organizationId, accountId }));
}

/** Whether any account signs in with an address of this domain, in any organisation. */
export function hasAccountAt(db: Database, domain: string): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const found = await sql`select from account where email_key like ${`%@${domain}`} limit 1`.execute(tx);
    return found.rows.length > 0;
  });
}

/** Whether the address is an account's sign-in, in any organisation. */
export async function emailIsTaken(tx: SystemTx, email: string): Promise<boolean> {
  const found = await sql`select from account where email_key = lower(${email})`.execute(tx);
  return found.rows.length > 0;
}
