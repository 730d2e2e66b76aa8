import type { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";
import { grants, permissions, platformPermissions } from "@homeroom/contract/permissions";
import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { hashToken } from "#platform/auth/tokens";
import type { Scope } from "#platform/db/scope";
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
