import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { worksAt } from "#modules/accounts/public";
import { recordChange } from "#modules/audit/public";
import { returnHeldLeads } from "#modules/leads/public";
import { currentActor } from "#modules/sign-in/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import { type SliceEnd, type SliceLimit, workInBatches } from "#platform/runs/run";
import { leadsToHandOver, undoDays } from "../policy.ts";
import { findHandOver, type HandOver } from "../queries.ts";

const batchLeads = 200;

/** Continues undoing a hand-over, batch by batch, and records it at the end. */
export async function returnHandedOver(
  db: Database,
  scope: Scope,
  row: HandOver,
  until: SliceLimit,
): Promise<SliceEnd> {
  const id = row.hand_over_id;
  for (const step of row.plan.keys()) {
    const nextBatch = () => inTransaction(db, scope, (tx) => returnBatch(tx, scope, { id, step }));
    if ((await workInBatches(nextBatch, until)) === "unfinished") return "unfinished";
  }
  await inTransaction(db, scope, (tx) => finish(tx, scope, id));
  return "finished";
}

/** Whether this step of the plan may have more to give back. */
async function returnBatch(tx: Tx, whole: Scope, { id, step }: { id: RecordId; step: number }): Promise<boolean> {
  const row = await findHandOver(tx, whole, id, "lock");
  const part = row?.plan[step];
  if (row?.state !== "undoing" || !part) return false;
  const moved = await tx
    .selectFrom("hand_over_lead")
    .select(["lead_id as leadId", "receiver_id as receiverId"])
    .where("organization_id", "=", whole.organizationId)
    .where("hand_over_id", "=", id)
    .where("step", "=", step)
    .where("returned", "is", null)
    .orderBy("lead_id")
    .limit(batchLeads)
    .execute();
  if (moved.length === 0) return false;
  const actor = await currentActor(tx, whole, row.actor);
  const scope = leadsToHandOver(actor);
  const { branchID: branchId, role } = part;
  // A person who no longer works at a branch gets nothing back there.
  const fits = await worksAt(tx, scope, { accountId: row.account_id, branchId, role });
  const back = fits ? await returnHeldLeads(tx, scope, { person: row.account_id, branchId, role, actor, moved }) : [];
  await tx
    .updateTable("hand_over_lead")
    .set({ returned: sql`lead_id = any(${sql.val(back)}::uuid[])` })
    .where("organization_id", "=", whole.organizationId)
    .where("hand_over_id", "=", id)
    .where("step", "=", step)
    .where(
      "lead_id",
      "in",
      moved.map(({ leadId }) => leadId),
    )
    .execute();
  await tx
    .updateTable("hand_over")
    .set({
      undone: sql`undone + ${back.length}`,
      kept: sql`kept + ${moved.length - back.length}`,
      tries: 0,
      problem: "",
    })
    .where("organization_id", "=", whole.organizationId)
    .where("hand_over_id", "=", id)
    .execute();
  return true;
}

async function finish(tx: Tx, scope: Scope, id: RecordId): Promise<void> {
  const row = await findHandOver(tx, scope, id, "lock");
  if (row?.state !== "undoing") return;
  await tx
    .updateTable("hand_over")
    .set({ state: "undone", finished_at: sql`now()` })
    .where("organization_id", "=", scope.organizationId)
    .where("hand_over_id", "=", id)
    .execute();
  await recordChange(tx, await currentActor(tx, scope, row.actor), {
    module: "user",
    action: "handOverUndone",
    subject: { type: "account", id: row.account_id, name: row.nickname },
    before: {},
    after: { leads: row.undone, stayed: row.kept },
  });
}

const rowsAtOnce = 5000;

/** Removes the records of moved leads once the move can no longer be undone. Returns whether there may be more. */
export function removeOldMoves(db: Database): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const removed = await sql`
      delete from hand_over_lead where (organization_id, hand_over_id, step, lead_id) in (
        select organization_id, hand_over_id, step, lead_id from hand_over_lead
        where created_at < now() - make_interval(days => ${undoDays + 1}) limit ${rowsAtOnce})`.execute(tx);
    return Number(removed.numAffectedRows ?? 0) === rowsAtOnce;
  });
}
