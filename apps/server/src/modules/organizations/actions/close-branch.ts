import { branches, type LeadSource } from "@homeroom/contract/branches";
import type { BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { requireRoom } from "#modules/plan-limits/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { LeadSourcesOf, People } from "../port.ts";
import { isLastOpen, lockBranch, lockClosings, strandedWithout } from "../queries/branch-details.ts";
import type { Branch } from "../queries/branch-list.ts";
import { publishBranchChange } from "./publish-branch-change.ts";

const [open, closed] = [1, 0];
const maxNames = 5;

/** Reopens a branch. Does nothing if it is open. */
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
 * Closes a branch: nobody can enter it, and people in it are signed out. Throws BRANCH_IS_CURRENT and BRANCH_IS_LAST_OPEN;
 * unless confirmed, BRANCH_LEAVES_PEOPLE when people would have no branch left, and BRANCH_STILL_GETS_LEADS when
 * something sends leads to it. Does nothing if it is closed.
 */
export function closeBranch(
  db: Database,
  { people, leadSources }: { people: Pick<People, "endSessionsAt">; leadSources: readonly LeadSourcesOf[] },
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
    if (!confirmed) await refuseUnasked(tx, scope, { branchId, leadSources });
    const after = await setStatus(tx, scope, { branchId, status: closed, actor });
    await people.endSessionsAt(tx, scope, branchId);
    await publishBranchChange(tx, actor, { action: "disabled", before, after });
    return null;
  });
}

async function refuseUnasked(
  tx: Tx,
  scope: Scope,
  { branchId, leadSources }: { branchId: BranchId; leadSources: readonly LeadSourcesOf[] },
): Promise<void> {
  const first = (names: readonly string[]) => ({ n: names.length, names: names.slice(0, maxNames).join(", ") });
  const stranded = await strandedWithout(tx, scope, branchId);
  if (stranded.length > 0) throw new AppError("BRANCH_LEAVES_PEOPLE", first(stranded));
  const sources = await leadSourcesOf(tx, scope, branchId, leadSources);
  const names = sources.map(({ kind, name }) => (kind === "googleForm" ? "Google" : name));
  if (names.length > 0) throw new AppError("BRANCH_STILL_GETS_LEADS", first(names));
}

/** The automatic sources of leads for a branch, reported by each module. */
export async function leadSourcesOf(
  tx: Tx,
  scope: Scope,
  branchId: BranchId,
  tellers: readonly LeadSourcesOf[],
): Promise<LeadSource[]> {
  const found: LeadSource[] = [];
  // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
  for (const tell of tellers) found.push(...(await tell(tx, scope, branchId)));
  return found;
}

/** Throws if a branch can be neither closed nor deleted: the actor is in it, or it is the last open one. */
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
