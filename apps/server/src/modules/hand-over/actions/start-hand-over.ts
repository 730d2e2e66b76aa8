import type { HandOverForm } from "@homeroom/contract/hand-over";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { type PersonInReach, personInReach } from "#modules/accounts/public";
import { countHeldBy } from "#modules/leads/public";
import { storedActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { startRun } from "#platform/runs/run";
import { leadsToHandOver, seenHandOver } from "../policy.ts";
import { findHandOver, type HandOver, requireFit, runningHandOver } from "../queries.ts";
import { handOverRun } from "./carry-on-hand-over.ts";

/**
 * Orders a hand-over, which a worker carries out. If one of the same person is under way, that one is returned. Throws
 * NOT_FOUND for a person out of sight, and HAND_OVER_RECEIVER_UNFIT for a person who cannot receive.
 */
export function startHandOver(db: Database, actor: Actor, form: HandOverForm): Promise<HandOver> {
  const scope = leadsToHandOver(actor);
  return inTransaction(db, scope, async (tx) => {
    const person = await personInReach(tx, actor, form.accountID);
    const running = await runningHandOver(tx, scope, form.accountID);
    if (running) return seenHandOver(running, actor);
    if (form.leave) requireMayLeave(person, actor);
    await requireFit(tx, scope, form);
    const held = new Map((await countHeldBy(tx, scope, form.accountID)).map((one) => [one.branchId, one]));
    const total = form.plan.reduce((sum, { branchID, role }) => sum + (held.get(branchID)?.[role] ?? 0), 0);
    const handOverId = RecordId.parse(v7());
    await tx
      .insertInto("hand_over")
      .values({
        organization_id: scope.organizationId,
        hand_over_id: handOverId,
        account_id: form.accountID,
        nickname: person.nickname,
        created_by: actor.accountId,
        actor: JSON.stringify(storedActor(actor)),
        plan: JSON.stringify(form.plan),
        leaves: form.leave,
        total,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Ordered twice at once: the other one goes on.
    const row = (await findHandOver(tx, scope, handOverId)) ?? (await runningHandOver(tx, scope, form.accountID));
    if (row?.hand_over_id === handOverId) {
      await startRun(tx, handOverRun, { organizationId: scope.organizationId, runId: handOverId });
    }
    return seenHandOver(row, actor);
  });
}

function requireMayLeave(person: PersonInReach, actor: Actor): void {
  if (person.accountId === actor.accountId) throw new AppError("STAFF_IS_SELF");
  if (person.isOwner) throw new AppError("STAFF_IS_OWNER");
  if (!person.mayChangeStatus) throw new AppError("PERMISSION_DENIED");
}
