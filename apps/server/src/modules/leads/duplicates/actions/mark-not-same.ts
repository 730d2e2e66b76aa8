import type { LeadId } from "@homeroom/contract/ids";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { loadLead } from "../../record/queries/load-lead.ts";

/** Records that two leads are two people. Idempotent. Throws NOT_FOUND out of sight. */
export function markNotSame(
  db: Database,
  actor: Actor,
  { leadId, otherId }: { leadId: LeadId; otherId: LeadId },
): Promise<null> {
  requirePermission(actor, "crm:lead:edit");
  const scope = scopeOf(actor, "crm:lead:all");
  if (leadId === otherId) refuseFaults([{ field: "otherId", name: "FIELD_INVALID" }]);
  return inTransaction(db, scope, async (tx) => {
    for (const id of [leadId, otherId]) await loadLead(tx, scope, id);
    const [lead_id = leadId, other_id = otherId] = [leadId, otherId].sort();
    await tx
      .insertInto("lead_not_same")
      .values({ organization_id: scope.organizationId, lead_id, other_id, noted_by: actor.accountId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return null;
  });
}
