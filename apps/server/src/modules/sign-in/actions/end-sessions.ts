import type { AccountId } from "@homeroom/contract/ids";
import { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { openSessionsOf } from "../queries.ts";
import { sessionEnded } from "../reactions.ts";

/** Ends one session at once, on its sockets too. One that has ended already stays as it is. */
export async function endSession(tx: Tx, scope: Scope, sessionId: string): Promise<void> {
  const id = RecordId.parse(sessionId);
  const ended = await tx
    .updateTable("session")
    .set({ ended_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("session_id", "=", id)
    .where("ended_at", "is", null)
    .returning("session_id")
    .execute();
  if (ended.length === 0) return;
  await emit(tx, sessionEnded, {
    organizationId: scope.organizationId,
    aggregateId: id,
    payload: { sessionId: id },
  });
}

/** Ends every session of an account but one: after a password change, when it is disabled, when its roles change. */
export async function endSessionsOf(
  tx: Tx,
  scope: Scope,
  account: { accountId: AccountId; keepSessionId?: string },
): Promise<void> {
  for (const sessionId of await openSessionsOf(tx, scope, account.accountId)) {
    if (sessionId !== account.keepSessionId) await endSession(tx, scope, sessionId);
  }
}
