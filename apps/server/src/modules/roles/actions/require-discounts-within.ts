import type { RoleId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { discountLimitOf, type holdersOf, rolesInForce, sellingRoles } from "../queries.ts";
import { discountOf, type SellingRole, wholePrice } from "../rules.ts";

interface RoleChange {
  actor: Actor;
  roleId: RoleId;
  /** Empty for a disabled role. */
  before: readonly SellingRole[];
  after: SellingRole;
  holders: Awaited<ReturnType<typeof holdersOf>>;
}

/**
 * Nobody can let others give more discount than they can themselves, by a right to sell or by an enabled role:
 * neither people with only this role nor its holders, whose other roles may have a larger limit. Throws
 * ROLE_BEYOND_OWN_RIGHTS.
 */
export async function requireDiscountsWithin(
  tx: Tx,
  scope: Scope,
  { actor, roleId, before, after, holders }: RoleChange,
): Promise<void> {
  const own = await discountLimitOf(tx, scope, actor);
  if (own === wholePrice) return;
  const ids = holders.filter((holder) => !holder.is_owner).map((holder) => holder.account_id);
  const held = (await rolesInForce(tx, scope, ids)).filter((row) => row.role_id !== roleId);
  const roles = await sellingRoles(tx, scope, [...new Set(held.map((row) => row.role_id))]);
  const besides = [...Map.groupBy(held, (row) => row.account_id).values()].map((rows) =>
    rows.flatMap((row) => roles.get(row.role_id) ?? []),
  );
  const isWithin = (others: readonly SellingRole[]) =>
    discountOf([...others, after]) <= Math.max(own, discountOf([...others, ...before]));
  if (![[], ...besides].every(isWithin)) throw new AppError("ROLE_BEYOND_OWN_RIGHTS");
}
