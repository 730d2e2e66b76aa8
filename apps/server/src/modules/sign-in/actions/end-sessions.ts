import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import type { EndReason } from "@homeroom/contract/sockets";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { openSessionsAt, openSessionsOf } from "../queries/accounts.ts";
import { sessionEnded } from "../reactions.ts";

/** Ends one session at once, on its sockets too; answers false for one that had ended already. */
export async function endSession(tx: Tx, scope: Scope, sessionId: string, reason?: EndReason): Promise<boolean> {
  const id = RecordId.parse(sessionId);
  const ended = await tx
    .updateTable("session")
    .set({ ended_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("session_id", "=", id)
    .where("ended_at", "is", null)
    .returning("session_id")
    .execute();
  if (ended.length === 0) return false;
  await emit(tx, sessionEnded, {
    organizationId: scope.organizationId,
    aggregateId: id,
    payload: { sessionId: id, ...(reason && { reason }) },
  });
  return true;
}

/** Ends every session that is in a branch, or with null every one of the organisation: when the place is closed. */
export async function endSessionsAt(tx: Tx, scope: Scope, branchId: BranchId | null): Promise<void> {
  const reason = branchId ? "branchClosed" : "organizationClosed";
  for (const sessionId of await openSessionsAt(tx, scope, branchId)) await endSession(tx, scope, sessionId, reason);
}

/**
 * Ends every session of an account but one, and sign-ins that are under way: after a password change, when it is disabled.
 */
export async function endSessionsOf(
  tx: Tx,
  scope: Scope,
  account: { accountId: AccountId; keepSessionId?: string },
): Promise<void> {
  for (const sessionId of await openSessionsOf(tx, scope, account.accountId)) {
    if (sessionId !== account.keepSessionId) await endSession(tx, scope, sessionId);
  }
  await tx
    .deleteFrom("sign_in_ticket")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", account.accountId)
    .execute();
}
