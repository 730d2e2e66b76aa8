import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** What the plan of now allows; undefined for an organisation that is not there. */
export function planLimitOf(tx: Tx, scope: Scope) {
  return tx.selectFrom("plan_limit").selectAll().where("organization_id", "=", scope.organizationId).executeTakeFirst();
}

/** What counts towards the limits of a plan. */
export function planUseOf(tx: Tx, scope: Scope) {
  return tx.selectFrom("plan_use").selectAll().where("organization_id", "=", scope.organizationId).executeTakeFirst();
}

/** Whether the organisation has to keep within a plan: somebody sells plans, and it is somebody else. */
export async function isMetered(tx: Tx, scope: Scope): Promise<boolean> {
  const found = await tx.selectFrom("plan_market").select("seller_id").executeTakeFirst();
  return found !== undefined && found.seller_id !== scope.organizationId;
}
