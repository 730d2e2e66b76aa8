import { changePlan, holdPlan } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { periodsOf } from "../queries/periods.ts";
import { periodAt } from "../rules/periods.ts";

/** Sets the plan of an organisation to that of the period which a moment is in; outside of all nothing changes. */
export async function followPlan(tx: Tx, scope: Scope, now: Date): Promise<void> {
  const held = await holdPlan(tx, scope);
  const period = periodAt(await periodsOf(tx, scope), now);
  if (period) await changePlan(tx, scope, { membership: period.plan, expires_at: held.expires_at });
}
