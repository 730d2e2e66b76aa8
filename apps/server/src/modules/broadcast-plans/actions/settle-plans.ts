import type { RecordId } from "@homeroom/contract/ids";
import { type OpenHold, openHolds, settleMessages } from "#modules/billing/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";

/** Charges what plans have delivered, and gives back what they do not need any more. */
export async function settlePlans(db: Database, stop?: AbortSignal): Promise<void> {
  let last: OpenHold | undefined;
  for (let holds = await openHolds(db); holds.length > 0 && !stop?.aborted; holds = await openHolds(db, last)) {
    for (const { organizationId, subjectId } of holds) {
      if (stop?.aborted) return;
      const scope = organizationScope(organizationId);
      await inTransaction(db, scope, (tx) => settlePlan(tx, scope, subjectId));
    }
    last = holds.at(-1);
  }
}

/** A message counts as open until it was delivered or has failed; after seven days of silence it has. */
async function settlePlan(tx: Tx, scope: Scope, planId: RecordId): Promise<void> {
  const plan = await tx
    .selectFrom("broadcast_plan")
    .select(["state", "total", "delivered", "failed"])
    .where("organization_id", "=", scope.organizationId)
    .where("plan_id", "=", planId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!plan) return;
  const open = Math.max(0, plan.total - plan.delivered - plan.failed);
  await settleMessages(tx, scope, { subjectId: planId, spent: plan.delivered, open });
}
