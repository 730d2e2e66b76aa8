import type { BranchId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { SignInAccount } from "#modules/accounts/public";
import { hashToken, newToken } from "#platform/auth/tokens";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { lastBranchOf } from "../queries.ts";
import { branchToEnter } from "../rules.ts";

/** Where a sign-in comes from, kept with the session. */
export interface Origin {
  ip: string;
  userAgent: string;
}

/**
 * Opens a session of an account, at the branch asked for or the one of the last time, and answers its token, which is
 * stored nowhere. Throws NOT_FOUND for a branch that is not theirs.
 */
export async function openSession(
  db: Database,
  account: SignInAccount,
  wanted: BranchId | undefined,
  origin: Origin,
): Promise<{ token: string; branchID: BranchId }> {
  const token = newToken();
  const scope = organizationScope(account.organizationId);
  return inTransaction(db, scope, async (tx) => {
    const branchID = branchToEnter(account, wanted, await lastBranchOf(tx, scope, account.accountId));
    if (!branchID) throw new AppError("NOT_FOUND");
    await tx
      .deleteFrom("session")
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", account.accountId)
      .where("created_at", "<", sql<Date>`now() - interval '30 days'`)
      .execute();
    await tx
      .insertInto("session")
      .values({
        organization_id: scope.organizationId,
        session_id: RecordId.parse(v7()),
        token_hash: hashToken(token),
        account_id: account.accountId,
        branch_id: branchID,
        address: origin.ip.slice(0, 64),
        user_agent: origin.userAgent.slice(0, 255),
      })
      .execute();
    return { token, branchID };
  });
}
