import type { BranchId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Tx } from "#platform/db/transaction";

/** The pass of a person's last successful test at a branch; empty if there is none. It may have expired. */
export async function keptPass(tx: Tx, { organizationId, accountId }: Actor, branchId: BranchId): Promise<string> {
  const found = await tx
    .selectFrom("email_test")
    .select("pass")
    .where("organization_id", "=", organizationId)
    .where("branch_id", "=", branchId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return found?.pass ?? "";
}

/** Stores a pass in place of the previous one. */
export async function keepPass(
  tx: Tx,
  { organizationId, accountId }: Actor,
  { branchId, pass }: { branchId: BranchId; pass: string },
): Promise<void> {
  await tx
    .insertInto("email_test")
    .values({ organization_id: organizationId, branch_id: branchId, account_id: accountId, pass })
    .onConflict((on) => on.columns(["organization_id", "branch_id", "account_id"]).doUpdateSet({ pass }))
    .execute();
}
