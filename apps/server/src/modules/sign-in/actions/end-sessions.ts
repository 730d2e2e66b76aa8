import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import type { EndReason } from "@homeroom/contract/sockets";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { openSessionsAt, openSessionsOf, signedInWithoutStep } from "../queries/accounts.ts";
import { rightsChangedEvent, sessionEnded } from "../reactions.ts";

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

/** Forgets where, when and with what an account signed in, whose sessions have ended. */
export async function forgetSessions(tx: Tx, scope: Scope, accountId: AccountId): Promise<void> {
  for (const table of ["session", "sign_in_place"] as const)
    await tx
      .deleteFrom(table)
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", accountId)
      .execute();
}

/**
 * After the organisation began or ceased to ask everyone for a second step: sessions without one are restricted, or free
 * again, and so are their sockets.
 */
export async function stepDemandChanged(tx: Tx, scope: Scope): Promise<void> {
  await rightsChanged(tx, scope, await signedInWithoutStep(tx, scope));
}

/** As many accounts as one message between processes may well name. */
const maxInOne = 100;

/**
 * Announces changed rights of these accounts (roles, permissions, branches, status, restriction). Call it in the
 * transaction of the change. Their sockets get their new rooms, or are disconnected if no rights are left; their
 * browsers reload user and menus.
 */
export async function rightsChanged(tx: Tx, scope: Scope, accountIds: readonly AccountId[]): Promise<void> {
  const { organizationId } = scope;
  for (let from = 0; from < accountIds.length; from += maxInOne) {
    const some = accountIds.slice(from, from + maxInOne);
    const payload = { accountIds: some, by: scope.accountId };
    await emit(tx, rightsChangedEvent, { organizationId, aggregateId: organizationId, payload });
  }
}
