import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The present plan's limit; undefined for an organisation that does not exist. */
export function planLimitOf(tx: Tx, scope: Scope) {
  return tx.selectFrom("plan_limit").selectAll().where("organization_id", "=", scope.organizationId).executeTakeFirst();
}

/** The use that counts towards the limits of a plan. */
export function planUseOf(tx: Tx, scope: Scope) {
  return tx.selectFrom("plan_use").selectAll().where("organization_id", "=", scope.organizationId).executeTakeFirst();
}

/** Whether plans limit the organisation: there is a seller of plans, and it is another organisation. */
export async function isMetered(tx: Tx, scope: Scope): Promise<boolean> {
  const found = await tx.selectFrom("plan_market").select("seller_id").executeTakeFirst();
  return found !== undefined && found.seller_id !== scope.organizationId;
}
