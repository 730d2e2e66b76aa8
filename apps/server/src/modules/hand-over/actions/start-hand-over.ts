import { isDeepStrictEqual } from "node:util";
import type { HandOverForm, Holdings } from "@homeroom/contract/hand-over";
import { type AccountId, RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { v7 } from "uuid";
import { type PersonInReach, personInReach } from "#modules/accounts/public";
import { countConversationsOf } from "#modules/inbox/public";
import { countHeldBy } from "#modules/leads/public";
import { branchesOf } from "#modules/organizations/public";
import { storedActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { startRun } from "#platform/runs/run";
import { leadsToHandOver, mayUndoHandOver, requireVisibleHandOver, seesHandOver } from "../policy.ts";
import { presentHandOver } from "../present.ts";
import { findHandOver, type HandOver, lastHandOver, requireFit, runningHandOver } from "../queries.ts";
import { handOverRun } from "./carry-on-hand-over.ts";

/**
 * Requests a hand-over, which a worker carries out. Returns the existing one if the same is under way. Throws NOT_FOUND
 * for a person out of sight, HAND_OVER_RECEIVER_UNFIT for a person who cannot receive, and HAND_OVER_RUNNING when one with
 * another plan is under way.
 */
export function startHandOver(db: Database, actor: Actor, form: HandOverForm): Promise<HandOver> {
  const scope = leadsToHandOver(actor);
  return inTransaction(db, scope, async (tx) => {
    const person = await personInReach(tx, actor, form.accountID);
    const running = await runningHandOver(tx, scope, form.accountID);
    if (running) return sameHandOver(running, actor, form);
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
    // Requested twice at once: the other one continues.
    const row = (await findHandOver(tx, scope, handOverId)) ?? (await runningHandOver(tx, scope, form.accountID));
    if (row?.hand_over_id === handOverId) {
      await startRun(tx, handOverRun, { organizationId: scope.organizationId, runId: handOverId });
    }
    return sameHandOver(row, actor, form);
  });
}

/** A hand-over as the actor requested it. */
function sameHandOver(row: HandOver | undefined, actor: Actor, { plan, leave }: HandOverForm): HandOver {
  const seen = requireVisibleHandOver(row, actor);
  if (seen.state === "undoing" || seen.leaves !== leave || !isDeepStrictEqual(seen.plan, plan))
    throw new AppError("HAND_OVER_RUNNING");
  return seen;
}

function requireMayLeave(person: PersonInReach, actor: Actor): void {
  if (person.accountId === actor.accountId) throw new AppError("STAFF_IS_SELF");
  if (person.isOwner) throw new AppError("STAFF_IS_OWNER");
  if (!person.mayChangeStatus) throw new AppError("PERMISSION_DENIED");
}

/** A person's leads that the actor may hand over, by branch in the branches' order. Throws NOT_FOUND. */
export function listHoldings(
  db: Database,
  actor: Actor,
  { accountID: accountId, language }: { accountID: AccountId; language: Language },
): Promise<Holdings> {
  const scope = leadsToHandOver(actor);
  return inTransaction(db, scope, async (tx) => {
    const person = await personInReach(tx, actor, accountId);
    const leads = new Map((await countHeldBy(tx, scope, accountId)).map((one) => [one.branchId, one]));
    const talks = new Map((await countConversationsOf(tx, scope, accountId)).map((one) => [one.branchId, one]));
    const last = await lastHandOver(tx, scope, accountId);
    const mayUndo = last && seesHandOver(last, actor) && mayUndoHandOver(last, new Date());
    const branches = (await branchesOf(tx, scope)).filter(({ branchId }) => leads.has(branchId));
    return {
      accountID: accountId,
      nickname: person.nickname,
      status: person.status,
      mayLeave: person.mayChangeStatus && person.status !== 2,
      branches: branches.map(({ branchId, name }) => ({
        branchID: branchId,
        branchName: name,
        sales: leads.get(branchId)?.sales ?? 0,
        tutor: leads.get(branchId)?.tutor ?? 0,
        conversations: talks.get(branchId)?.conversations ?? 0,
        waiting: talks.get(branchId)?.waiting ?? 0,
      })),
      taskID: (await runningHandOver(tx, scope, accountId))?.hand_over_id ?? null,
      lastTask: mayUndo ? presentHandOver(last, language) : null,
    };
  });
}
