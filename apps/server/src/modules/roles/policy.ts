import { type Permission, permissions, platformPermissions } from "@homeroom/contract/permissions";
import type { RoleRow } from "@homeroom/contract/roles";
import { type Actor, can } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";
import { wholePrice } from "./rules.ts";

/** The permissions to manage roles: nobody can remove them from themselves. */
const managing = ["sys:role:query", "sys:role:edit", "sys:role:grant"] as const;

/**
 * The rights that a role can have for the actor to change it: all that they have themselves, singly or as a wildcard.
 * Platform permissions count as held: without the account's flag they have no effect.
 */
export function withinReach(actor: Actor): string[] {
  const held = new Set<string>([...actor.permissions, ...platformPermissions]);
  const byThing = Map.groupBy(permissions, (one) => one.split(":").slice(0, 2).join(":"));
  const whole = [...byThing].filter(([, all]) => all.every((one) => held.has(one))).map(([thing]) => `${thing}:*`);
  return [...held, ...whole];
}

/** What an actor can do with a role; a role with more rights than theirs is read-only. */
export function roleAbilities(actor: Actor, role: { isDefault: boolean; beyond: boolean }): RoleRow["can"] {
  const may = (permission: Permission) => !role.beyond && can(actor, permission);
  return {
    edit: may("sys:role:edit"),
    grant: may("sys:role:grant"),
    delete: may("sys:role:delete") && !role.isDefault,
    viewAs: may("sys:role:grant"),
  };
}

/** Nobody grants rights that they lack: throws ROLE_BEYOND_OWN_RIGHTS with the excess rights. */
export function requireWithinOwnRights(
  actor: Actor,
  wanted: readonly string[],
  reach: readonly string[] = actor.permissions,
): void {
  const held = new Set(reach);
  const tooMuch = wanted.filter((permission) => !held.has(permission));
  if (tooMuch.length > 0) {
    throw new AppError("ROLE_BEYOND_OWN_RIGHTS", {}, { details: { permissions: tooMuch.slice(0, 50) } });
  }
}

/** Nobody can let others give more discount than they can themselves: throws ROLE_BEYOND_OWN_RIGHTS at the field. */
export function requireLimitWithin(own: number, wanted: number | null): void {
  if ((wanted ?? wholePrice) > own)
    throw new AppError(
      "ROLE_BEYOND_OWN_RIGHTS",
      {},
      { fields: [{ field: "discountLimit", name: "ROLE_BEYOND_OWN_RIGHTS" }] },
    );
}

/**
 * Nobody can remove their own right to manage roles, so that somebody besides the owner keeps it.
 * `left`: their rights after the change. Throws ROLE_LOCKS_YOU_OUT.
 */
export function requireStillManages(actor: Actor, left: (permission: Permission) => boolean): void {
  if (actor.isOwner) return;
  if (managing.some((permission) => can(actor, permission) && !left(permission))) {
    throw new AppError("ROLE_LOCKS_YOU_OUT");
  }
}
