import type { BranchId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { hashToken, newToken } from "#platform/auth/tokens";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { lastBranchOf, type SignInAccount } from "../queries/accounts.ts";
import { branchToEnter } from "../rules/accounts.ts";
import type { Origin } from "../rules/networks.ts";
import { checkPlace } from "./check-place.ts";

/** The way of the sign-in, for the audit log. */
export type SignInMeans = "password" | "key" | "registration";

interface Entry {
  branchID: BranchId;
  origin: Origin;
  means: SignInMeans;
  /** The second step, if the account needs one. */
  secondStep?: "code" | "recovery";
}

/**
 * Opens a session of an account, at the requested or the last branch, and returns its token, which is
 * not stored. Throws NOT_FOUND for a branch that is not theirs.
 */
export async function openSession(
  db: Database,
  account: SignInAccount,
  wanted: BranchId | undefined,
  origin: Origin,
): Promise<{ token: string; branchID: BranchId }> {
  return inTransaction(db, organizationScope(account.organizationId), async (tx) => {
    const branchID = await branchFor(tx, account, wanted);
    return openSessionIn(tx, account, { branchID, origin, means: "registration" });
  });
}

/** The branch of a sign-in. Throws NOT_FOUND for one that is not the account's. */
export async function branchFor(tx: Tx, account: SignInAccount, wanted: BranchId | undefined): Promise<BranchId> {
  const scope = organizationScope(account.organizationId);
  const branchID = branchToEnter(account, wanted, await lastBranchOf(tx, scope, account.accountId));
  if (!branchID) throw new AppError("NOT_FOUND");
  return branchID;
}

/** Opens a session in the transaction of the sign-in. */
export async function openSessionIn(
  tx: Tx,
  account: SignInAccount,
  { branchID, origin, means, secondStep }: Entry,
): Promise<{ token: string; branchID: BranchId }> {
  const token = newToken();
  const scope = organizationScope(account.organizationId);
  await removeOldSessions(tx, scope, account);
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
      means,
    })
    .execute();
  await checkPlace(tx, scope, account, origin);
  await recordChange(tx, account, {
    module: "login",
    action: "signedIn",
    subject: { type: "account", id: account.accountId, name: account.nickname },
    after: { means, ...(secondStep && { secondStep }) },
  });
  return { token, branchID };
}

async function removeOldSessions(tx: Tx, scope: Scope, { accountId }: SignInAccount): Promise<void> {
  await tx
    .deleteFrom("session")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("created_at", "<", sql<Date>`now() - interval '30 days'`)
    .execute();
}
