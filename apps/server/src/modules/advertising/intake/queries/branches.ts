import type { LeadSource } from "@homeroom/contract/branches";
import type { BranchId } from "@homeroom/contract/ids";
import { branchById, branchesOf, type LeadSourcesOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** The branches that a scope reaches: the open ones of the organisation, or those it names. */
export async function reachedBranches(tx: Tx, scope: Scope) {
  const branches = await branchesOf(tx, scope);
  return branches.filter(({ branchId, status }) =>
    scope.branchIds === null ? status === 1 : scope.branchIds.includes(branchId),
  );
}

/** An open branch within reach. Throws NOT_FOUND. */
export async function requireBranch(tx: Tx, scope: Scope, branchId: BranchId): Promise<{ name: string }> {
  const reached = scope.branchIds === null || scope.branchIds.includes(branchId);
  const branch = reached ? await branchById(tx, scope, branchId) : null;
  if (branch?.status !== 1) throw new AppError("NOT_FOUND");
  return branch;
}

const on = 1;

/** The forms of advertisements whose leads go to a branch: its Google form and the pages at Meta, where they are switched on. */
export const formsOfBranch: LeadSourcesOf = async (tx, { organizationId }, branchId) => {
  const google = await tx
    .selectFrom("google_lead_setting")
    .select("branch_id")
    .where("organization_id", "=", organizationId)
    .where("branch_id", "=", branchId)
    .where("status", "=", on)
    .execute();
  const meta = await tx
    .selectFrom("meta_page")
    .select("name")
    .where("organization_id", "=", organizationId)
    .where("branch_id", "=", branchId)
    .where("status", "=", on)
    .orderBy("name")
    .execute();
  return [
    ...google.map((): LeadSource => ({ kind: "googleForm", name: "" })),
    ...meta.map(({ name }): LeadSource => ({ kind: "metaPage", name })),
  ];
};
