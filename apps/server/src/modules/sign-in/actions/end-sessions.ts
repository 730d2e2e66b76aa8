import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import type { EndReason } from "@homeroom/contract/sockets";
import { sql } from "kysely";
import { type Operator, recordChange } from "#modules/audit/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { openSessionsAt, openSessionsOf, signedInWithoutStep } from "../queries/accounts.ts";
import { rightsChangedEvent, sessionEnded } from "../reactions.ts";

/** Ends one session at once, including its sockets; returns false if it had already ended. */
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

/** Ends every session in a branch, or with null in the organisation, when it is closed. */
export async function endSessionsAt(tx: Tx, scope: Scope, branchId: BranchId | null): Promise<void> {
  const reason = branchId ? "branchClosed" : "organizationClosed";
  for (const sessionId of await openSessionsAt(tx, scope, branchId)) await endSession(tx, scope, sessionId, reason);
}

/**
 * Ends every session of an account but one, including expired ones, and pending sign-ins: when it is
 * disabled, or signs out everywhere else.
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

interface NewPassword {
  accountId: AccountId;
  nickname: string;
  keepSessionId?: string;
  by: Operator & { accountId: AccountId };
}

/**
 * After a password change: ends everything that gave access to the account until then. These are its sessions but one, sign-ins
 * in progress, codes mailed for a reset or a first sign-in, and automatic sign-in keys. Call it when the account's
 * row is locked, which everyone locks first.
 */
export async function endAccess(
  tx: Tx,
  scope: Scope,
  { accountId, nickname, by, ...kept }: NewPassword,
): Promise<void> {
  await endSessionsOf(tx, scope, { accountId, ...kept });
  await sql`
    delete from mailed_code where purpose in ('forgot', 'first-sign-in') and email = (
      select email_key from sign_in_account
      where organization_id = ${scope.organizationId} and account_id = ${accountId})`.execute(tx);
  for (const recordID of await revokeKeysOf(tx, scope, { accountId, by: by.accountId })) {
    await recordChange(tx, by, {
      module: "login",
      action: "keyRevoked",
      subject: { type: "account", id: accountId, name: nickname },
      before: { recordID },
    });
  }
}

/** Revokes the unused keys of an account; returns them. */
async function revokeKeysOf(
  tx: Tx,
  scope: Scope,
  { accountId, by }: { accountId: AccountId; by: AccountId },
): Promise<RecordId[]> {
  const revoked = await tx
    .updateTable("auto_login_key")
    .set({ revoked_at: new Date(), revoked_by: by })
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("key_id")
    .execute();
  return revoked.map((key) => key.key_id);
}

/** Deletes the places, times and devices of an account's sign-ins, and its keys. Its sessions must have ended. */
export async function forgetSessions(tx: Tx, scope: Scope, accountId: AccountId): Promise<void> {
  for (const table of ["session", "sign_in_place", "auto_login_key"] as const)
    await tx
      .deleteFrom(table)
      .where("organization_id", "=", scope.organizationId)
      .where("account_id", "=", accountId)
      .execute();
}

/**
 * After the organisation started or stopped requiring a second step: sessions without one become restricted or unrestricted,
 * and so do their sockets.
 */
export async function stepDemandChanged(tx: Tx, scope: Scope): Promise<void> {
  await rightsChanged(tx, scope, await signedInWithoutStep(tx, scope));
}

/** Maximum accounts in one message between processes. */
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
