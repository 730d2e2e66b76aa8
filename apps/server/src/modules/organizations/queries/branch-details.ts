import type { BranchUse } from "@homeroom/contract/branches";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Branch } from "./branch-list.ts";

const closed = 0;
const activeAccount = 1;
const leftAccount = 2;

/** A branch with all its data. Throws NOT_FOUND. */
export async function loadBranch(tx: Tx, scope: Scope, branchId: BranchId): Promise<Branch> {
  const found = await branchRow(tx, scope, branchId).executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** The same, locked until the transaction ends. */
export async function lockBranch(tx: Tx, scope: Scope, branchId: BranchId): Promise<Branch> {
  const found = await branchRow(tx, scope, branchId).forUpdate().executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

function branchRow(tx: Tx, scope: Scope, branchId: BranchId) {
  return tx
    .selectFrom("branch")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("branch_id", "=", branchId);
}

/**
 * Serialises closing and deleting branches of the organisation, so that two cannot remove the last two open ones at
 * once. Called before any branch's own lock.
 */
export async function lockClosings(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`branches:${scope.organizationId}`}, 0))`.execute(tx);
}

/** Whether a branch is open and no other one is. */
export async function isLastOpen(tx: Tx, scope: Scope, branch: Pick<Branch, "branch_id" | "status">): Promise<boolean> {
  if (branch.status === closed) return false;
  const other = await tx
    .selectFrom("branch")
    .select("branch_id")
    .where("organization_id", "=", scope.organizationId)
    .where("branch_id", "!=", branch.branch_id)
    .where("status", "!=", closed)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** The records of a branch, except the actor: they may have access only because they created it. */
export async function useOf(tx: Tx, scope: Scope, branchId: BranchId, asking: AccountId): Promise<BranchUse> {
  const found = await tx
    .selectFrom("branch_use")
    .select(["leads", "conversations", "channels"])
    .where("organization_id", "=", scope.organizationId)
    .where("branch_id", "=", branchId)
    .executeTakeFirst();
  const people = await tx
    .selectFrom("branch_person")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", scope.organizationId)
    .where("branch_id", "=", branchId)
    .where("status", "!=", leftAccount)
    .where("account_id", "!=", asking)
    .executeTakeFirstOrThrow();
  return { staff: people.count, leads: 0, conversations: 0, channels: 0, ...found };
}

/** The active people whose only open branch this is, by name. */
export async function strandedWithout(tx: Tx, scope: Scope, branchId: BranchId): Promise<string[]> {
  const rows = await tx
    .selectFrom("branch_person as here")
    .select("here.nickname")
    .where("here.organization_id", "=", scope.organizationId)
    .where("here.branch_id", "=", branchId)
    .where("here.status", "=", activeAccount)
    .where("here.is_owner", "=", false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("branch_person as there")
            .innerJoin("branch", (join) =>
              join
                .onRef("branch.organization_id", "=", "there.organization_id")
                .onRef("branch.branch_id", "=", "there.branch_id"),
            )
            .select("there.branch_id")
            .whereRef("there.organization_id", "=", "here.organization_id")
            .whereRef("there.account_id", "=", "here.account_id")
            .where("there.branch_id", "!=", branchId)
            .where("branch.status", "!=", closed),
        ),
      ),
    )
    .orderBy("here.nickname")
    .execute();
  return rows.map((row) => row.nickname);
}
