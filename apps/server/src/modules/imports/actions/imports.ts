import { type Actor, can } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { ImportKind } from "../port.ts";

/** The context of every action of this module. */
export interface Imports {
  readonly platform: Platform;
  readonly kinds: readonly ImportKind[];
}

/** A kind by its name. Throws PERMISSION_DENIED without the permission to import it. */
export function kindFor({ kinds }: Imports, name: string, actor: Actor): ImportKind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new AppError("NOT_FOUND");
  if (!kind.permissions.some((permission) => can(actor, permission))) throw new AppError("PERMISSION_DENIED");
  return kind;
}
