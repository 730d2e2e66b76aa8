import type { Permission } from "@homeroom/contract/permissions";
import { type Actor, can } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";

/** Dictionaries are shared by all organisations: writing them needs the platform flag besides the permission. */
export function requirePlatform(actor: Actor, permission: Permission): void {
  if (!actor.isPlatform || !can(actor, permission)) throw new AppError("PERMISSION_DENIED");
}
