import type { Actor } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";

/** Keys let people in without a password, so only the owner may make them. */
export function requireOwner(actor: Actor): void {
  if (!actor.isOwner) throw new AppError("PERMISSION_DENIED");
}
