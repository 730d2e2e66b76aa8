import type { AccountId, BranchId, OrganizationId, RoleId } from "@homeroom/contract/ids";
import { grants, type Permission, permissions, platformPermissions } from "@homeroom/contract/permissions";
import { sql } from "kysely";
import { permissionsOfRoles } from "#modules/roles/public";
import type { Actor } from "#platform/auth/actor";
import { hashToken } from "#platform/auth/tokens";
import { organizationScope, type Scope } from "#platform/db/scope";
import type { Database, Tx } from "#platform/db/transaction";

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
  role_ids: RoleId[];
  role_versions: number[];
}

/** Permissions of roles as of their versions: right for as long as anyone asks for that version. */
export type KnownPermissions = Map<string, readonly Permission[]>;

const mostKnown = 2000;

/**
 * Whose token this is and what they may do at this moment, in one statement (session_actor, made by the first
 * migration). Null: no such session, or it, its account, its last role or its branch has ended.
 */
export async function actorOfToken(db: Database, token: string, known: KnownPermissions): Promise<Actor | null> {
  const found = await sql<SessionRow>`select * from session_actor(${hashToken(token)})`.execute(db);
  const row = found.rows[0];
  if (!row?.branch_ids.includes(row.branch_id)) return null;
  if (!row.is_owner && row.roles.length === 0) return null;
  return {
    organizationId: row.organization_id,
    accountId: row.account_id,
    sessionId: row.session_id,
    branchId: row.branch_id,
    branchIds: row.branch_ids,
    nickname: row.nickname,
    roles: row.is_owner ? ["ROOT"] : row.roles,
    permissions: await permissionsOf(db, row, known),
    isOwner: row.is_owner,
    isPlatform: row.is_platform,
  };
}

async function permissionsOf(db: Database, row: SessionRow, known: KnownPermissions): Promise<readonly Permission[]> {
  const roles = row.is_owner ? "owner" : row.role_ids.map((id, index) => `${id} ${row.role_versions[index]}`).join(",");
  const key = `${roles} ${row.is_platform}`;
  const before = known.get(key);
  if (before) return before;
  const given = row.is_owner ? [] : await permissionsOfRoles(db, organizationScope(row.organization_id), row.role_ids);
  const held = permissions.filter(
    (one) => (row.is_owner || grants(given, one)) && (row.is_platform || !isPlatforms(one)),
  );
  if (known.size >= mostKnown) known.clear();
  known.set(key, held);
  return held;
}

/** What is the platform's needs the account's platform flag, whatever a role grants and even of the owner. */
function isPlatforms(permission: Permission): boolean {
  return platformPermissions.includes(permission);
}

/** The branch of an account's last session; null when it never signed in. */
export async function lastBranchOf(tx: Tx, scope: Scope, accountId: AccountId): Promise<BranchId | null> {
  const row = await tx
    .selectFrom("session")
    .select("branch_id")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.branch_id ?? null;
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
