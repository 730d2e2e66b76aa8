import type { Actor } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";

/** Keys let others in without a password: the owner's alone. */
export function requireOwner(actor: Actor): void {
  if (!actor.isOwner) throw new AppError("PERMISSION_DENIED");
}
