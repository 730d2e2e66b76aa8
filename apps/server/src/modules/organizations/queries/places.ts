import type { BranchId, FileId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { cachedById } from "#platform/db/cached-names";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inReadOnlyTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type Membership, membershipAt, membershipNow } from "../rules/membership.ts";

/** A branch as other modules need it; null if the organisation has none with this id. */
export async function branchById(tx: Tx, scope: Scope, branchId: BranchId) {
  const row = await tx
    .selectFrom("branch")
    .select(["branch_id as branchId", "name", "time_zone as timeZone", "status", "email", "area_code as areaCode"])
    .where("organization_id", "=", scope.organizationId)
    .where("branch_id", "=", branchId)
    .executeTakeFirst();
  return row ?? null;
}

/** A branch's address as written; null if the organisation has none with this id. */
export async function addressOfBranch(tx: Tx, scope: Scope, branchId: BranchId) {
  const row = await tx
    .selectFrom("branch")
    .select(["name", "address"])
    .where("organization_id", "=", scope.organizationId)
    .where("branch_id", "=", branchId)
    .executeTakeFirst();
  return row ?? null;
}

/** The organisation's branches in their order, closed ones too. */
export function branchesOf(tx: Tx, scope: Scope) {
  return tx
    .selectFrom("branch")
    .select(["branch_id as branchId", "name", "time_zone as timeZone", "status", "email", "area_code as areaCode"])
    .where("organization_id", "=", scope.organizationId)
    .orderBy("sort")
    .orderBy("branch_id")
    .execute();
}

/** The names of the organisation's branches, closed ones too. */
export async function branchNames(tx: Tx, scope: Scope): Promise<ReadonlyMap<BranchId, string>> {
  const { organizationId } = scope;
  const load = async () => {
    const branches = await branchesOf(tx, scope);
    return new Map([[organizationId, new Map(branches.map(({ branchId, name }) => [branchId, name]))]]);
  };
  const names = await cachedById(tx, { kind: "branches", ids: [organizationId], load });
  return names.get(organizationId) ?? new Map();
}

/** The branch's time zone, else the organisation's, else Hong Kong's: it defines calendar days there. */
export async function timeZoneOf(tx: Tx, scope: Scope, branchId: BranchId | null): Promise<string> {
  const branch = branchId ? await branchById(tx, scope, branchId) : null;
  if (branch?.timeZone) return branch.timeZone;
  return (await organizationOf(tx, scope))?.time_zone || "Asia/Hong_Kong";
}

/** The organisation's own row, with its present membership. */
export async function organizationOf(tx: Tx, scope: Scope) {
  const row = await tx
    .selectFrom("organization")
    .select([
      "organization_id",
      "name",
      "logo_file_id",
      "time_zone",
      "country",
      "locale",
      "membership",
      "expires_at",
      "features",
      "random_initial_passwords",
    ])
    .where("organization_id", "=", scope.organizationId)
    .executeTakeFirst();
  return row && { ...row, membership: membershipNow(row, new Date()) };
}

/** A person's workplace, as the product shows it around every page. */
export interface Workplace {
  name: string;
  logoFileId: FileId | null;
  timeZone: string;
  membership: Membership;
  expiresAt: Date | null;
  /** The trial has ended, and no plan has been bought yet. */
  trialOver: boolean;
  /** Its linked card renews the plan. */
  renewsByCard: boolean;
  features: string[];
  branchName: string;
  branchTimeZone: string;
  /** The time of the deletion and its requester; null unless the owner requested it. */
  wipeDueAt: Date | null;
  wipeRequestedBy: string | null;
}

/** The organisation at one of its branches, in one statement; undefined when it has none with this id. */
export async function workplaceOf(tx: Tx, scope: Scope, branchId: BranchId): Promise<Workplace | undefined> {
  const found = await sql<Workplace>`
    select o.name, o.logo_file_id as "logoFileId", o.time_zone as "timeZone", o.membership, o.expires_at as "expiresAt",
      coalesce((o.membership = 'expired' or o.expires_at <= now())
        and (select plan from plan_limit where organization_id = o.organization_id) = 'trial', false) as "trialOver",
      exists (select from plan_renewal where organization_id = o.organization_id) as "renewsByCard",
      o.features, b.name as "branchName", b.time_zone as "branchTimeZone", r.due_at as "wipeDueAt",
      r.requested_by as "wipeRequestedBy"
    from organization o join branch b on b.organization_id = o.organization_id and b.branch_id = ${branchId}
      left join organization_removal r
        on r.organization_id = o.organization_id and r.reason = 'wipe' and r.started_at is null
    where o.organization_id = ${scope.organizationId}`.execute(tx);
  const [row] = found.rows;
  return row && { ...row, membership: membershipAt(row, new Date()) };
}

/** Whether the linked card of an organisation renews its plan. */
export async function isRenewedByCard(tx: Tx, scope: Scope): Promise<boolean> {
  const found = await tx
    .selectFrom("plan_renewal")
    .select("organization_id")
    .where("organization_id", "=", scope.organizationId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Throws MEMBERSHIP_EXPIRED if the plan of an actor's organisation and its days of grace have ended. */
export function planCheck(db: Database): (actor: Actor) => Promise<void> {
  return (actor) => {
    const scope = organizationScope(actor.organizationId);
    return inReadOnlyTransaction(db, scope, async (tx) => {
      const row = await tx
        .selectFrom("organization")
        .select(["membership", "expires_at"])
        .where("organization_id", "=", scope.organizationId)
        .executeTakeFirst();
      if (row && membershipNow(row, new Date()) === "expired") throw new AppError("MEMBERSHIP_EXPIRED");
    });
  };
}
