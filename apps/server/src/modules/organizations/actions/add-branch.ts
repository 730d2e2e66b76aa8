import { type AddBranchForm, branches } from "@homeroom/contract/branches";
import { BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { requireRoom } from "#modules/plan-limits/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { People } from "../port.ts";
import { loadBranch } from "../queries/branch-details.ts";
import { branchColumns } from "../rules/forms.ts";
import { publishBranchChange } from "./publish-branch-change.ts";
import { refusingTakenName } from "./refuse-taken-name.ts";

/** Creates a branch, last in the order, which its creator can enter at once. Idempotent. */
export function addBranch(
  db: Database,
  people: Pick<People, "admitToBranch">,
  actor: Actor,
  form: AddBranchForm,
): Promise<{ recordID: BranchId }> {
  requireAccess(actor, branches.add);
  const scope = sharedScope(actor);
  const columns = branchColumns(form);
  const branchId = form.recordID ?? BranchId.parse(v7());
  return refusingTakenId(takenId("recordID"), () =>
    refusingTakenName(() =>
      inTransaction(db, scope, async (tx) => {
        const repeated = await findRow(tx, scope, "branch", { branch_id: branchId });
        if (repeated?.created_by === actor.accountId) return { recordID: branchId };
        if (repeated)
          throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "recordID", name: "FIELD_INVALID" }] });
        if (form.status === 1) await requireRoom(tx, scope, "branches");
        const inserted = await tx
          .insertInto("branch")
          .values({
            ...columns,
            organization_id: scope.organizationId,
            branch_id: branchId,
            status: form.status,
            sort: sql<number>`(select coalesce(max(sort) + 1, 0) from branch where organization_id = ${scope.organizationId})`,
            created_by: actor.accountId,
            updated_by: actor.accountId,
          })
          .onConflict((conflict) => conflict.columns(["organization_id", "branch_id"]).doNothing())
          .executeTakeFirst();
        // The same create, sent twice at once: the other one did the rest.
        if (inserted.numInsertedOrUpdatedRows === 0n) return { recordID: branchId };
        // The owner can enter every branch without a grant.
        if (!actor.isOwner) await people.admitToBranch(tx, scope, { accountId: actor.accountId, branchId });
        await publishBranchChange(tx, actor, { action: "created", after: await loadBranch(tx, scope, branchId) });
        return { recordID: branchId };
      }),
    ),
  );
}
