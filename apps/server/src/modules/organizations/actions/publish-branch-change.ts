import type { AuditAction } from "@homeroom/contract/audit";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { branchChanged } from "../events.ts";
import type { Branch } from "../queries/branch-list.ts";
import { branchFields } from "../rules/forms.ts";

/** Writes a change of a branch into the audit log, and announces it to the organisation. */
export async function publishBranchChange(
  tx: Tx,
  actor: Actor,
  change: { action: AuditAction; before?: Branch; after?: Branch },
): Promise<void> {
  const { action, before, after } = change;
  const branch = after ?? before;
  if (!branch) return;
  await recordChange(tx, actor, {
    module: "branch",
    action,
    subject: { type: "branch", id: branch.branch_id, name: branch.name },
    ...(before && { before: { ...branchFields(before) } }),
    ...(after && { after: { ...branchFields(after) } }),
  });
  const { organizationId } = actor;
  await emit(tx, branchChanged, {
    organizationId,
    aggregateId: branch.branch_id,
    payload: { branchId: branch.branch_id },
  });
}
