import type { AccountId, BranchId, FileId, OrganizationId } from "@homeroom/contract/ids";
import type { DefaultRole } from "@homeroom/contract/permissions";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { SystemTx, Tx } from "#platform/db/transaction";

/** A person's name and picture, wherever they are shown. */
export interface PersonName {
  accountId: AccountId;
  nickname: string;
  avatarFileId: FileId | null;
}

/** The named people among these ids, also those who have left. */
export async function peopleByIds(
  tx: Tx,
  scope: Scope,
  ids: readonly AccountId[],
): Promise<Map<AccountId, PersonName>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("account")
    .select(["account_id as accountId", "nickname", "avatar_file_id as avatarFileId"])
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.accountId, row]));
}

/** An active person with a role, and the branches where they work. */
export interface Colleague extends PersonName {
  status: number;
  branchIds: BranchId[];
}

/** The active people who hold a default role, in order of their names: who can be chosen as sales or tutor. */
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

/** An account that a sign-in name fits, with what decides whether it may come in. */
export interface SignInAccount {
  organizationId: OrganizationId;
  organizationName: string;
  organizationOpen: boolean;
  accountId: AccountId;
  passwordHash: string;
  passwordInitialized: boolean;
  status: number;
  hasRole: boolean;
  /** Open branches that it may enter, in their order. */
  branches: { branchID: BranchId; branchName: string }[];
}

// Each candidate costs one password verification, so their number is bounded.
const mostCandidates = 8;

/** The accounts that an e-mail or a staff ID names, whatever the organisation; staff IDs may repeat over organisations. */
export async function accountsNamed(tx: SystemTx, name: string): Promise<SignInAccount[]> {
  const found = await sql<SignInAccount>`
    select a.organization_id as "organizationId", o.name as "organizationName",
      o.deactivated_at is null as "organizationOpen", a.account_id as "accountId", a.password_hash as "passwordHash",
      a.password_initialized_at is not null as "passwordInitialized", a.status,
      a.is_owner or exists (
        select from account_role_in_force held
        where held.organization_id = a.organization_id and held.account_id = a.account_id) as "hasRole",
      (select coalesce(json_agg(json_build_object('branchID', b.branch_id, 'branchName', b.name)
          order by b.sort, b.branch_id), '[]')
        from branch b
        where b.organization_id = a.organization_id and b.status = 1 and (a.is_owner or exists (
          select from account_branch ab where ab.organization_id = a.organization_id
            and ab.account_id = a.account_id and ab.branch_id = b.branch_id))) as branches
    from account a join organization o using (organization_id)
    where lower(a.email) = lower(${name}) or lower(a.staff_id) = lower(${name})
    order by a.organization_id limit ${mostCandidates}`.execute(tx);
  return found.rows;
}
