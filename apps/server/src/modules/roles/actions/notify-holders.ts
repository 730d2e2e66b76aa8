import type { RoleId } from "@homeroom/contract/ids";
import { endSessionsOf, rightsChanged } from "#modules/sign-in/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { type holdersOf, rolesInForce } from "../queries.ts";

type Holders = Awaited<ReturnType<typeof holdersOf>>;

/**
 * After roles have changed: holders, and people who view the product as one of them, get their new rights at once. A
 * person without an enabled role can no longer sign in, and is signed out.
 */
export async function notifyHolders(
  tx: Tx,
  scope: Scope,
  { holders, viewers }: { holders: Holders; viewers: readonly Holders[number]["account_id"][] },
): Promise<void> {
  const ids = [...new Set(holders.map((holder) => holder.account_id))];
  const owners = new Set(holders.filter((holder) => holder.is_owner).map((holder) => holder.account_id));
  const left = new Set((await rolesInForce(tx, scope, ids)).map((row) => row.account_id));
  const isOut = (id: (typeof ids)[number]) => !left.has(id) && !owners.has(id);
  for (const accountId of ids.filter(isOut)) await endSessionsOf(tx, scope, { accountId });
  const others = [...new Set([...ids.filter((id) => !isOut(id)), ...viewers])];
  if (others.length > 0) await rightsChanged(tx, scope, others);
}

/** The ids of the enabled roles that an account would keep without these. */
export async function otherRolesOf(
  tx: Tx,
  scope: Scope,
  { accountId, without }: { accountId: Holders[number]["account_id"]; without: readonly RoleId[] },
): Promise<RoleId[]> {
  const held = await rolesInForce(tx, scope, [accountId]);
  return held.map((row) => row.role_id).filter((roleId) => !without.includes(roleId));
}
