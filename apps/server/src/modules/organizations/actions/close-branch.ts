import { branches } from "@homeroom/contract/branches";
import type { BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { requireRoom } from "#modules/plan-limits/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { People } from "../port.ts";
import { isLastOpen, lockBranch, lockClosings, strandedWithout } from "../queries/branch-details.ts";
import type { Branch } from "../queries/branch-list.ts";
import { publishBranchChange } from "./publish-branch-change.ts";

const [open, closed] = [1, 0];
const maxNames = 5;

/** Opens a branch again. One that is open stays as it is. */
export function openBranch(db: Database, actor: Actor, branchId: BranchId): Promise<null> {
  requireAccess(actor, branches.updateStatus);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const before = await lockBranch(tx, scope, branchId);
    if (before.status === open) return null;
    await requireRoom(tx, scope, "branches");
    const after = await setStatus(tx, scope, { branchId, status: open, actor });
    await publishBranchChange(tx, actor, { action: "enabled", before, after });
    return null;
  });
}

/**
 * Closes a branch: nobody may enter it, and who is in it is signed out. Throws BRANCH_IS_CURRENT, BRANCH_IS_LAST_OPEN, and
 * BRANCH_LEAVES_PEOPLE when people would have no branch left and this was not confirmed. A closed one stays as it is.
 */
export function closeBranch(
  db: Database,
  people: Pick<People, "endSessionsAt">,
  actor: Actor,
  { branchId, confirmed }: { branchId: BranchId; confirmed: boolean },
): Promise<null> {
  requireAccess(actor, branches.updateStatus);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    await lockClosings(tx, scope);
    const before = await lockBranch(tx, scope, branchId);
    if (before.status === closed) return null;
    await refuseNeeded(tx, scope, before, actor);
    const stranded = confirmed ? [] : await strandedWithout(tx, scope, branchId);
    if (stranded.length > 0) {
      const names = stranded.slice(0, maxNames).join(", ");
      throw new AppError("BRANCH_LEAVES_PEOPLE", { n: stranded.length, names });
    }
    const after = await setStatus(tx, scope, { branchId, status: closed, actor });
    await people.endSessionsAt(tx, scope, branchId);
    await publishBranchChange(tx, actor, { action: "disabled", before, after });
    return null;
  });
}

/** Throws when a branch may be neither closed nor deleted: the actor is in it, or it is the last open one. */
export async function refuseNeeded(tx: Tx, scope: Scope, branch: Branch, actor: Actor): Promise<void> {
  if (branch.branch_id === actor.branchId) throw new AppError("BRANCH_IS_CURRENT");
  if (await isLastOpen(tx, scope, branch)) throw new AppError("BRANCH_IS_LAST_OPEN");
}

function setStatus(tx: Tx, scope: Scope, to: { branchId: BranchId; status: number; actor: Actor }): Promise<Branch> {
  return tx
    .updateTable("branch")
    .set({
      status: to.status,
      version: sql<number>`version + 1`,
      updated_at: new Date(),
      updated_by: to.actor.accountId,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("branch_id", "=", to.branchId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
