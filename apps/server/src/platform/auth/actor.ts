import type { Endpoint, Restriction } from "@homeroom/contract/endpoint";
import type { AccountId, BranchId, OrganizationId, RoleId } from "@homeroom/contract/ids";
import { grants, type Permission } from "@homeroom/contract/permissions";
import { AppError } from "#platform/errors/app-error";

/** Who acts: a signed-in account at a branch, with what its roles allow at this moment. */
export interface Actor {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly sessionId: string;
  /** The branch that the session is in. */
  readonly branchId: BranchId;
  /** The branches that the account may enter. */
  readonly branchIds: readonly BranchId[];
  readonly nickname: string;
  /** Role codes; the owner's is ROOT. */
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly isOwner: boolean;
  readonly isPlatform: boolean;
  /** The role that they view the product as at the moment, within their own rights. */
  readonly viewsAs: RoleId | null;
  /** What they have to do before anything else; null: nothing. */
  readonly restriction: Restriction | null;
}

/** May the actor do this? The owner may do everything except what is reserved for the platform. */
export function can(actor: Actor, permission: Permission): boolean {
  return grants(actor.permissions, permission);
}

/** Throws PERMISSION_DENIED unless the actor holds the permission. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (!can(actor, permission)) throw new AppError("PERMISSION_DENIED");
}

/** Throws PERMISSION_DENIED unless the actor holds what the call asks for: one of its permissions, if it asks for any. */
export function requireAccess(actor: Actor, { access }: Pick<Endpoint, "access">): void {
  if (access === "public" || access === "session") return;
  const wanted = typeof access === "string" ? [access] : access;
  if (!wanted.some((permission) => can(actor, permission))) throw new AppError("PERMISSION_DENIED");
}
