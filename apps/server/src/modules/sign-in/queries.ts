import type { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";
import { grants, permissions, platformPermissions } from "@homeroom/contract/permissions";
import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { hashToken } from "#platform/auth/tokens";
import type { Scope } from "#platform/db/scope";
import type { Database, SystemTx, Tx } from "#platform/db/transaction";

interface SessionRow {
  organization_id: OrganizationId;
  session_id: string;
  account_id: AccountId;
  branch_id: BranchId;
  nickname: string;
  is_owner: boolean;
  is_platform: boolean;
  branch_ids: BranchId[];
  roles: string[];
  permissions: string[];
}

/**
 * Whose token this is and what they may do at this moment, in one statement (session_actor, made by the first
 * migration). Null: no such session, or it, its account, its last role or its branch has ended.
 */
export async function actorOfToken(db: Database, token: string): Promise<Actor | null> {
  const found = await sql<SessionRow>`select * from session_actor(${hashToken(token)})`.execute(db);
  const row = found.rows[0];
  if (!row || !row.branch_ids.includes(row.branch_id)) return null;
  if (!row.is_owner && row.roles.length === 0) return null;
  return {
    organizationId: row.organization_id,
    accountId: row.account_id,
    sessionId: row.session_id,
    branchId: row.branch_id,
    branchIds: row.branch_ids,
    nickname: row.nickname,
    roles: row.is_owner ? ["ROOT"] : row.roles,
    permissions: permissionsOf(row),
    isOwner: row.is_owner,
    isPlatform: row.is_platform,
  };
}

/** The owner holds every permission; what is the platform's needs the account's platform flag whatever a role grants. */
function permissionsOf(row: SessionRow): string[] {
  const held = permissions.filter((permission) => row.is_owner || grants(row.permissions, permission));
  return row.is_platform ? held : held.filter((permission) => !platformPermissions.includes(permission));
}

/** An account that a sign-in name fits, with what decides whether it may come in. */
export interface SignInAccount {
  organization_id: OrganizationId;
  organization_name: string;
  organization_open: boolean;
  account_id: AccountId;
  password_hash: string;
  password_initialized: boolean;
  status: number;
  has_role: boolean;
  /** Open branches that it may enter, in their order. */
  branches: { branchID: BranchId; branchName: string }[];
  last_branch_id: BranchId | null;
}

// Each candidate costs one password verification, so their number is bounded.
const mostCandidates = 8;

/** The accounts that an e-mail or a staff ID names; staff IDs may repeat over organisations. */
export async function accountsNamed(tx: SystemTx, name: string): Promise<SignInAccount[]> {
  const found = await sql<SignInAccount>`
    select a.organization_id, o.name as organization_name, o.deactivated_at is null as organization_open, a.account_id,
      a.password_hash, a.password_initialized_at is not null as password_initialized, a.status,
      a.is_owner or exists (
        select from account_role ar join role r using (organization_id, role_id)
        where ar.organization_id = a.organization_id and ar.account_id = a.account_id and r.status = 1) as has_role,
      (select coalesce(json_agg(json_build_object('branchID', b.branch_id, 'branchName', b.name)
          order by b.sort, b.branch_id), '[]')
        from branch b
        where b.organization_id = a.organization_id and b.status = 1 and (a.is_owner or exists (
          select from account_branch ab where ab.organization_id = a.organization_id
            and ab.account_id = a.account_id and ab.branch_id = b.branch_id))) as branches,
      (select s.branch_id from session s
        where s.organization_id = a.organization_id and s.account_id = a.account_id
        order by s.created_at desc limit 1) as last_branch_id
    from account a join organization o using (organization_id)
    where lower(a.email) = lower(${name}) or lower(a.staff_id) = lower(${name})
    order by a.organization_id limit ${mostCandidates}`.execute(tx);
  return found.rows;
}

/** The sessions of an account that could still be used. */
export async function openSessionsOf(tx: Tx, scope: Scope, accountId: AccountId): Promise<string[]> {
  const rows = await tx
    .selectFrom("session")
    .select("session_id")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .execute();
  return rows.map((row) => row.session_id);
}
