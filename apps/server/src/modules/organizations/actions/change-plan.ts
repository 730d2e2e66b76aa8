import { recordChange } from "#modules/audit/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { organizationChanged } from "../events.ts";
import { lockOrganization, type Organization } from "../queries/organization-details.ts";

type Plan = Pick<Organization, "membership" | "expires_at">;

/** Locks the organisation until the transaction ends, and returns its stored plan. */
export async function lockPlan(tx: Tx, scope: Scope): Promise<Plan & Pick<Organization, "name">> {
  const { name, membership, expires_at } = await lockOrganization(tx, scope);
  return { name, membership, expires_at };
}

/**
 * Sets the plan of a locked organisation and its end. A renewed plan cancels the removal. Idempotent: the same plan
 * changes nothing.
 */
export async function changePlan(tx: Tx, scope: Scope, plan: Plan): Promise<void> {
  const { organizationId } = scope;
  const before = await lockOrganization(tx, scope);
  if (plan.expires_at && plan.expires_at > new Date()) await keepFromRemoval(tx, scope);
  if (before.membership === plan.membership && before.expires_at?.getTime() === plan.expires_at?.getTime()) return;
  await tx.updateTable("organization").set(plan).where("organization_id", "=", organizationId).execute();
  await recordChange(
    tx,
    { organizationId, accountId: null, nickname: "" },
    {
      module: "organization",
      action: "edited",
      subject: { type: "organization", id: organizationId, name: before.name },
      before: { membership: before.membership, expiryDate: before.expires_at?.toISOString() ?? null },
      after: { membership: plan.membership, expiryDate: plan.expires_at?.toISOString() ?? null },
    },
  );
  await emit(tx, organizationChanged, { organizationId, aggregateId: organizationId, payload: { organizationId } });
}

async function keepFromRemoval(tx: Tx, { organizationId }: Scope): Promise<void> {
  await tx
    .deleteFrom("organization_removal")
    .where("organization_id", "=", organizationId)
    .where("reason", "=", "expiry")
    .where("started_at", "is", null)
    .execute();
}
