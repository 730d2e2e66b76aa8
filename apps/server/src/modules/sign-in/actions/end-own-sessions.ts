import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { lockRow } from "#platform/db/find-row";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type OwnSession, usableSessionsOf } from "../queries/sessions.ts";
import { deviceName, deviceOf } from "../rules/devices.ts";
import { endSession, endSessionsOf } from "./end-sessions.ts";

/** Ends one of the actor's own sessions remotely. Other people's look absent. */
export async function endOwnSession(db: Database, actor: Actor, sessionId: RecordId): Promise<void> {
  const scope = sharedScope(actor);
  await inTransaction(db, scope, async (tx) => {
    const row = await lockRow(tx, scope, "session", { session_id: sessionId, account_id: actor.accountId });
    if (!row) throw new AppError("NOT_FOUND");
    if (row.ended_at) return;
    const own = await usableSessionsOf(tx, scope, actor.accountId);
    await endSession(tx, scope, sessionId);
    await logEnded(
      tx,
      actor,
      own.find((one) => one.sessionId === sessionId),
    );
  });
}

/** Ends all of the actor's other sessions and pending sign-ins; returns how many were in use. */
export async function endOtherSessions(db: Database, actor: Actor): Promise<number> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const own = await usableSessionsOf(tx, scope, actor.accountId);
    const others = own.filter(({ sessionId }) => sessionId !== actor.sessionId);
    for (const one of others) await logEnded(tx, actor, one);
    // Includes expired ones: their browsers still show notifications.
    await endSessionsOf(tx, scope, { accountId: actor.accountId, keepSessionId: actor.sessionId });
    return others.length;
  });
}

async function logEnded(tx: Tx, actor: Actor, session: OwnSession | undefined): Promise<void> {
  await recordChange(tx, actor, {
    module: "login",
    action: "sessionEnded",
    subject: { type: "account", id: actor.accountId, name: actor.nickname },
    ...(session && { before: { device: deviceName(deviceOf(session.userAgent)), address: session.address } }),
  });
}

/** Signs the actor out. */
export async function logOut(db: Database, actor: Actor): Promise<void> {
  const scope = sharedScope(actor);
  await inTransaction(db, scope, async (tx) => {
    await endSession(tx, scope, actor.sessionId);
    await recordChange(tx, actor, {
      module: "login",
      action: "signedOut",
      subject: { type: "account", id: actor.accountId, name: actor.nickname },
    });
  });
}
