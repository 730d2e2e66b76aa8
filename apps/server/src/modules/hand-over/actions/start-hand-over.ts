import type { HandOverForm } from "@homeroom/contract/hand-over";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { type PersonInReach, personInReach, worksAt } from "#modules/accounts/public";
import { countHeldBy } from "#modules/leads/public";
import { storedActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { handOverStarted } from "../events.ts";
import { leadsToHandOver, seenHandOver } from "../policy.ts";
import { findHandOver, type HandOver, runningHandOver } from "../queries.ts";

/**
 * Orders a hand-over, which a worker carries out. One of the same person that is under way is answered as it is. Throws
 * NOT_FOUND for a person out of sight, and HAND_OVER_RECEIVER_UNFIT for who may not receive.
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
      const payload = { organizationId: scope.organizationId, handOverId };
      await emit(tx, handOverStarted, { organizationId: scope.organizationId, aggregateId: handOverId, payload });
    }
    return seenHandOver(row, actor);
  });
}

function requireMayLeave(person: PersonInReach, actor: Actor): void {
  if (person.accountId === actor.accountId) throw new AppError("STAFF_IS_SELF");
  if (person.isOwner) throw new AppError("STAFF_IS_OWNER");
  if (!person.mayChangeStatus) throw new AppError("PERMISSION_DENIED");
}

/** Throws unless everybody who receives is active, works at the branch and holds the role; nobody receives from themselves. */
export async function requireFit(tx: Tx, scope: Scope, form: Pick<HandOverForm, "accountID" | "plan">): Promise<void> {
  for (const { branchID, role, to } of form.plan) {
    // A branch out of sight looks like one that is not there.
    if (scope.branchIds && !scope.branchIds.includes(branchID)) throw new AppError("NOT_FOUND");
    for (const accountId of to) {
      const fits = accountId !== form.accountID && (await worksAt(tx, scope, { accountId, branchId: branchID, role }));
      if (!fits) throw new AppError("HAND_OVER_RECEIVER_UNFIT");
    }
  }
}
