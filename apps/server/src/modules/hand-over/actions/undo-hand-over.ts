import type { RecordId } from "@homeroom/contract/ids";
import { personInReach } from "#modules/accounts/public";
import { storedActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sqlState } from "#platform/db/failures";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { startRun } from "#platform/runs/run";
import { leadsToHandOver, mayUndoHandOver, requireVisibleHandOver } from "../policy.ts";
import { findHandOver, type HandOver, runningHandOver } from "../queries.ts";
import { handOverRun } from "./carry-on-hand-over.ts";

/**
 * Requests the undo of a hand-over, which a worker carries out: each lead that its receiver still holds goes
 * back. Idempotent once the undo has begun. Throws NOT_FOUND for one out of sight,
 * HAND_OVER_NOT_UNDOABLE for one that is running, moved nothing or is older than 30 days, HAND_OVER_PERSON_AWAY while the person
 * is not active, and HAND_OVER_RUNNING while their leads are being handed over.
 */
export async function undoHandOver(db: Database, actor: Actor, id: RecordId): Promise<HandOver> {
  const scope = leadsToHandOver(actor);
  try {
    return await inTransaction(db, scope, async (tx) => {
      const row = requireVisibleHandOver(await findHandOver(tx, scope, id, "lock"), actor);
      if (row.state === "undoing" || row.state === "undone") return row;
      if (!mayUndoHandOver(row, new Date())) throw new AppError("HAND_OVER_NOT_UNDOABLE");
      if ((await personInReach(tx, actor, row.account_id)).status !== 1) throw new AppError("HAND_OVER_PERSON_AWAY");
      if (await runningHandOver(tx, scope, row.account_id)) throw new AppError("HAND_OVER_RUNNING");
      return begin(tx, actor, row);
    });
  } catch (error) {
    // Another hand-over of this person began at the same moment.
    if (sqlState(error) === "23505") throw new AppError("HAND_OVER_RUNNING", {}, { cause: error });
    throw error;
  }
}

async function begin(tx: Tx, actor: Actor, row: HandOver): Promise<HandOver> {
  const { organization_id: organizationId, hand_over_id: runId } = row;
  const undoing = await tx
    .updateTable("hand_over")
    // The rights of the person who requests the undo apply, not of the one who requested the hand-over.
    .set({ state: "undoing", tries: 0, problem: "", finished_at: null, actor: JSON.stringify(storedActor(actor)) })
    .where("organization_id", "=", organizationId)
    .where("hand_over_id", "=", runId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await startRun(tx, handOverRun, { organizationId, runId });
  return undoing;
}
