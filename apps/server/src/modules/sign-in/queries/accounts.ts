import type { AccountId, BranchId, OrganizationId, RoleId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { grants, type Permission, permissions, platformPermissions } from "@homeroom/contract/permissions";
import type { StoredActor } from "@homeroom/database/sign-in-tables";
import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { hashToken } from "#platform/auth/tokens";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type SystemTx, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

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
  view_role: string | null;
  view_role_id: RoleId | null;
  view_role_version: number | null;
  restriction: Actor["restriction"];
  rights_mark: string;
}

/** The values of a session's row when its actor is cached. */
type KnownRow = Pick<SessionRow, "branch_id" | "view_role_id"> & { is_known: true };

/** An actor, valid for the organisation's mark of rights, which triggers change, and for the session's branch and role. */
interface CachedActor {
  readonly mark: string;
  readonly viewRoleId: RoleId | null;
  readonly actor: Actor;
}

/** A process's cache of its callers. */
export interface ActorCache {
  /** Permissions of roles by version, so they never become stale. */
  readonly permissions: Map<string, readonly Permission[]>;
  /** Actors by their tokens' hashes. */
  readonly actors: Map<string, CachedActor>;
}

const maxCached = 2000;

/**
 * The actor of a token with current permissions, in one statement (session_actor, made by a migration).
 * Null: no such session, or it, its account, its last role or its branch has ended. Viewing the product as a role
 * allows what both that role and the person allow. A session ends 12 hours after its last use (`isUse`).
 */
export async function actorOfToken(
  db: Database,
  { token, isUse }: { token: string; isUse: boolean },
  cache: ActorCache,
): Promise<Actor | null> {
  const hash = hashToken(token);
  const key = hash.toString("latin1");
  const kept = cache.actors.get(key);
  const find = async (mark: string | null) => {
    const found = await sql<KnownRow | (SessionRow & { is_known: false })>`
      select * from session_actor(${hash}, ${isUse}, ${mark})`.execute(db);
    return found.rows[0];
  };
  let row = await find(kept?.mark ?? null);
  if (row?.is_known) {
    if (kept && row.branch_id === kept.actor.branchId && row.view_role_id === kept.viewRoleId) return kept.actor;
    row = await find(null);
  }
  cache.actors.delete(key);
  if (!row || row.is_known) return null;
  const actor = await actorOfRow(db, row, cache);
  if (cache.actors.size >= maxCached) cache.actors.clear();
  if (actor) cache.actors.set(key, { mark: row.rights_mark, viewRoleId: row.view_role_id, actor });
  return actor;
}

async function actorOfRow(db: Database, row: SessionRow, cache: ActorCache): Promise<Actor | null> {
  if (!row.branch_ids.includes(row.branch_id)) return null;
  if (!row.is_owner && row.roles.length === 0) return null;
  const own: Actor = {
    organizationId: row.organization_id,
    accountId: row.account_id,
    sessionId: row.session_id,
    branchId: row.branch_id,
    branchIds: row.branch_ids,
    nickname: row.nickname,
    roles: row.is_owner ? ["ROOT"] : row.roles,
    permissions: await permissionsOf(db, row, cache),
    isOwner: row.is_owner,
    isPlatform: row.is_platform,
    viewsAs: null,
    restriction: row.restriction,
  };
  return row.view_role_id ? asRole(db, own, row, cache) : own;
}

/** The part of an actor that is stored with a background job. */
export function storedActor({ accountId, branchId, sessionId, viewsAs, nickname }: Actor): StoredActor {
  return { accountId, branchId, sessionId, viewsAs, nickname };
}

type AccountRow = Pick<
  SessionRow,
  "nickname" | "is_owner" | "is_platform" | "branch_ids" | "roles" | "role_ids" | "view_role"
>;

/**
 * The person who started a background job, with their current rights. Read before each batch; signing out does not stop
 * the job. Throws RUN_RIGHTS_REVOKED if the account, its last role, its branch or the role it was viewing as is gone.
 */
export async function currentActor(tx: Tx, scope: Scope, stored: StoredActor): Promise<Actor> {
  const actor = await actorNow(tx, scope, stored);
  if (!actor) throw new AppError("RUN_RIGHTS_REVOKED");
  return actor;
}

/**
 * The same for work of the whole organisation, which does not end with a branch: if the original branch has closed, or is
 * no longer theirs, the person acts at their first branch.
 */
export async function currentActorAnywhere(tx: Tx, scope: Scope, stored: StoredActor): Promise<Actor> {
  const found = await sql<Pick<AccountRow, "branch_ids">>`
    select branch_ids from account_actor(${scope.organizationId}, ${stored.accountId}, ${stored.viewsAs})`.execute(tx);
  const open = found.rows[0]?.branch_ids ?? [];
  const branchId = open.includes(stored.branchId) ? stored.branchId : (open[0] ?? stored.branchId);
  return currentActor(tx, scope, { ...stored, branchId });
}

/** The same person with their current rights; null if they, their last role or branch, or the role viewed as is gone. */
export async function actorNow(tx: Tx, scope: Scope, stored: StoredActor): Promise<Actor | null> {
  const { organizationId } = scope;
  const { accountId, branchId, sessionId, viewsAs } = stored;
  const found = await sql<AccountRow>`
    select * from account_actor(${organizationId}, ${accountId}, ${viewsAs})`.execute(tx);
  const row = found.rows[0];
  const ended = !row?.branch_ids.includes(branchId) || (!row.is_owner && row.roles.length === 0);
  if (!row || ended || (viewsAs && !row.view_role)) return null;
  const held = async (isOwner: boolean, roleIds: readonly RoleId[]) => {
    const given = isOwner ? [] : await grantsOfRoles(tx, scope, roleIds);
    return permissions.filter((one) => (isOwner || grants(given, one)) && (row.is_platform || !isPlatforms(one)));
  };
  const own = await held(row.is_owner, row.role_ids);
  const seen = viewsAs ? await held(false, [viewsAs]) : own;
  return {
    ...{ organizationId, accountId, sessionId, branchId, viewsAs },
    branchIds: row.branch_ids,
    nickname: row.nickname,
    roles: viewsAs ? [row.view_role ?? ""] : row.is_owner ? ["ROOT"] : row.roles,
    permissions: seen.filter((one) => own.includes(one)),
    isOwner: row.is_owner && !viewsAs,
    isPlatform: row.is_platform,
    restriction: null,
  };
}

async function asRole(db: Database, own: Actor, row: SessionRow, cache: ActorCache): Promise<Actor> {
  const { view_role_id: roleId, view_role: code, view_role_version: version } = row;
  if (!roleId || !code || version === null) return own;
  const asThat = { ...row, is_owner: false, role_ids: [roleId], role_versions: [version] };
  const given = await permissionsOf(db, asThat, cache);
  const permissions = given.filter((permission) => own.permissions.includes(permission));
  return { ...own, roles: [code], permissions, isOwner: false, viewsAs: roleId };
}

async function permissionsOf(db: Database, row: SessionRow, cache: ActorCache): Promise<readonly Permission[]> {
  const roles = row.is_owner ? "owner" : row.role_ids.map((id, index) => `${id} ${row.role_versions[index]}`).join(",");
  const key = `${roles} ${row.is_platform}`;
  const before = cache.permissions.get(key);
  if (before) return before;
  const given = row.is_owner ? [] : await permissionsOfRoles(db, organizationScope(row.organization_id), row.role_ids);
  const held = permissions.filter(
    (one) => (row.is_owner || grants(given, one)) && (row.is_platform || !isPlatforms(one)),
  );
  if (cache.permissions.size >= maxCached) cache.permissions.clear();
  cache.permissions.set(key, held);
  return held;
}

/** The permissions of these roles, with wildcards. */
function permissionsOfRoles(db: Database, scope: Scope, roleIds: readonly RoleId[]): Promise<string[]> {
  return inTransaction(db, scope, (tx) => grantsOfRoles(tx, scope, roleIds));
}

async function grantsOfRoles(tx: Tx, scope: Scope, roleIds: readonly RoleId[]): Promise<string[]> {
  const found = await sql<{ permission: string }>`
    select distinct permission from role_grant
    where organization_id = ${scope.organizationId} and role_id = any(${sql.val([...roleIds])}::uuid[])`.execute(tx);
  return found.rows.map((row) => row.permission);
}

/** Platform permissions need the account's platform flag, whatever a role grants, even for the owner. */
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

/** The accounts with a session that could still be used, and without a second step. */
export async function signedInWithoutStep(tx: Tx, scope: Scope): Promise<AccountId[]> {
  const found = await sql<{ accountId: AccountId }>`
    select account_id as "accountId" from sign_in_account a
    where organization_id = ${scope.organizationId} and two_step_enabled_at is null and exists (
      select from session s where s.organization_id = a.organization_id and s.account_id = a.account_id
        and s.ended_at is null)
    order by account_id`.execute(tx);
  return found.rows.map((row) => row.accountId);
}

/** The accounts that view the product as one of these roles, in a usable session. */
export async function viewersOf(tx: Tx, scope: Scope, roleIds: readonly RoleId[]): Promise<AccountId[]> {
  const rows = await tx
    .selectFrom("session")
    .select("account_id")
    .distinct()
    .where("organization_id", "=", scope.organizationId)
    .where("view_as_role_id", "in", [...roleIds])
    .where("ended_at", "is", null)
    .execute();
  return rows.map((row) => row.account_id);
}

/** An account that matches a sign-in name, with the facts that decide whether it can sign in. */
export interface SignInAccount {
  organizationId: OrganizationId;
  organizationName: string;
  organizationOpen: boolean;
  timeZone: string;
  accountId: AccountId;
  email: string;
  nickname: string;
  language: Language;
  passwordHash: string;
  passwordInitialized: boolean;
  /** The kind and time of an issued password that was not replaced yet. */
  initialPassword: "fixed" | "random";
  passwordGivenAt: Date;
  status: number;
  isOwner: boolean;
  hasRole: boolean;
  /** The sealed key of the second step; null if there is none. */
  twoStepSecret: Buffer | null;
  /** Open branches that it may enter, in order. */
  branches: { branchID: BranchId; branchName: string }[];
}

const signInFields = sql`
  organization_id as "organizationId", organization_name as "organizationName",
  organization_open as "organizationOpen", time_zone as "timeZone", account_id as "accountId", email, nickname, locale as language,
  password_hash as "passwordHash", password_initialized_at is not null as "passwordInitialized", status,
  initial_password as "initialPassword", password_given_at as "passwordGivenAt", is_owner as "isOwner", has_role as "hasRole",
  case when two_step_enabled_at is not null then two_step_secret end as "twoStepSecret", branches`;

/** Limits for looking up a sign-in name. */
interface AccountSearch {
  organizationId?: OrganizationId | undefined;
  /** How many accounts the caller can handle. */
  most: number;
}

/**
 * The accounts with an e-mail or a staff ID, in one organisation or in all: staff IDs repeat across organisations.
 * Throws LOGIN_STAFF_ID_SHARED for more than `most`.
 */
export async function accountsNamed(
  tx: SystemTx,
  name: string,
  { organizationId, most }: AccountSearch,
): Promise<SignInAccount[]> {
  const there = organizationId ? sql`organization_id = ${organizationId}` : sql`true`;
  const found = await sql<SignInAccount>`
    select ${signInFields} from sign_in_account
    where (email_key = lower(${name}) or staff_key = lower(${name})) and ${there}
    order by organization_id limit ${most + 1}`.execute(tx);
  if (found.rows.length > most) throw new AppError("LOGIN_STAFF_ID_SHARED");
  return found.rows;
}

/** Whether any account, in any organisation, has this e-mail or staff ID. */
export async function isNameKnown(tx: SystemTx, name: string): Promise<boolean> {
  const found = await sql`
    select from sign_in_account where email_key = lower(${name}) or staff_key = lower(${name}) limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** The account that signs in by this e-mail; e-mails are unique in the whole product. */
export async function accountByEmail(tx: SystemTx, email: string): Promise<SignInAccount | null> {
  const found = await sql<SignInAccount>`
    select ${signInFields} from sign_in_account where email_key = lower(${email})`.execute(tx);
  return found.rows[0] ?? null;
}

/** The sessions in a branch that could still be used; with null those of the whole organisation. */
export async function openSessionsAt(tx: Tx, scope: Scope, branchId: BranchId | null): Promise<string[]> {
  const open = tx
    .selectFrom("session")
    .select("session_id")
    .where("organization_id", "=", scope.organizationId)
    .where("ended_at", "is", null);
  const rows = await (branchId ? open.where("branch_id", "=", branchId) : open).execute();
  return rows.map((row) => row.session_id);
}

/** The values for checking an account's password again; undefined when there is no such account. */
export async function passwordOf(
  tx: Tx,
  scope: Scope,
  accountId: AccountId,
): Promise<{ passwordHash: string; isInitialized: boolean } | undefined> {
  const found = await sql<{ passwordHash: string; isInitialized: boolean }>`
    select password_hash as "passwordHash", password_initialized_at is not null as "isInitialized"
    from sign_in_account
    where organization_id = ${scope.organizationId} and account_id = ${accountId}`.execute(tx);
  return found.rows[0];
}

/** An account of the organisation; null when it has none with this id. */
export async function signInAccount(tx: Tx, scope: Scope, accountId: AccountId): Promise<SignInAccount | null> {
  const found = await sql<SignInAccount>`
    select ${signInFields} from sign_in_account
    where organization_id = ${scope.organizationId} and account_id = ${accountId}`.execute(tx);
  return found.rows[0] ?? null;
}

/** The organisation's active owners: they are notified when something is wrong with an account. */
export async function ownersOf(
  tx: Tx,
  scope: Scope,
): Promise<Pick<SignInAccount, "email" | "language" | "timeZone">[]> {
  const found = await sql<Pick<SignInAccount, "email" | "language" | "timeZone">>`
    select email, locale as language, time_zone as "timeZone" from sign_in_account
    where organization_id = ${scope.organizationId} and is_owner and status = 1`.execute(tx);
  return found.rows;
}

/** How many recovery codes an account has left. */
export async function recoveryCodesLeft(tx: Tx, scope: Scope, accountId: AccountId): Promise<number> {
  const rows = await tx
    .selectFrom("recovery_code")
    .select("code_hash")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .execute();
  return rows.length;
}
