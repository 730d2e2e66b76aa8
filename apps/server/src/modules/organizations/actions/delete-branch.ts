import { type BranchUse, branches } from "@homeroom/contract/branches";
import type { BranchId } from "@homeroom/contract/ids";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { People } from "../port.ts";
import { lockBranch, lockClosings, useOf } from "../queries/branch-details.ts";
import { refuseNeeded } from "./close-branch.ts";
import { publishBranchChange } from "./publish-branch-change.ts";

const referenced = "23503";

/**
 * Deletes an unused branch. Throws NOT_FOUND, BRANCH_IS_CURRENT, BRANCH_IS_LAST_OPEN, and BRANCH_IN_USE with
 * its records, also if they were added at this moment; BRANCH_HAS_RECORDS for records that are not counted.
 */
export async function deleteBranch(
  db: Database,
  people: Pick<People, "endSessionsAt">,
  actor: Actor,
  branchId: BranchId,
): Promise<null> {
  requireAccess(actor, branches.remove);
  const scope = sharedScope(actor);
  try {
    return await inTransaction(db, scope, async (tx) => {
      await lockClosings(tx, scope);
      const before = await lockBranch(tx, scope, branchId);
      await refuseNeeded(tx, scope, before, actor);
      const use = await useOf(tx, scope, branchId, actor.accountId);
      if (isUsed(use)) throw inUse(use);
      await people.endSessionsAt(tx, scope, branchId);
      await tx
        .deleteFrom("branch")
        .where("organization_id", "=", scope.organizationId)
        .where("branch_id", "=", branchId)
        .execute();
      await publishBranchChange(tx, actor, { action: "deleted", before });
      return null;
    });
  } catch (error) {
    if (sqlState(error) !== referenced) throw error;
    const use = await inTransaction(db, scope, (tx) => useOf(tx, scope, branchId, actor.accountId));
    throw isUsed(use) ? inUse(use) : new AppError("BRANCH_HAS_RECORDS");
  }
}

function isUsed(use: BranchUse): boolean {
  return Object.values(use).some((count) => count > 0);
}

function inUse(use: BranchUse): AppError {
  return new AppError("BRANCH_IN_USE", { ...use }, { details: { use } });
}
