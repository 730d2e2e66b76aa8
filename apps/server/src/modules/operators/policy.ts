import type { Permission } from "@homeroom/contract/permissions";
import { type Actor, can } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";

/** Operators see the accounts of all centres: they need the platform flag besides the permission. */
export function requireOperator(actor: Actor, permission: Extract<Permission, `sys:operator:${string}`>): void {
  if (!actor.isPlatform || !can(actor, permission)) throw new AppError("PERMISSION_DENIED");
}
