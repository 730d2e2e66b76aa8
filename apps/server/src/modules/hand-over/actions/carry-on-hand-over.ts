import type { RecordId } from "@homeroom/contract/ids";
import { fillText, type Texts } from "@homeroom/contract/language";
import { staffStatuses } from "@homeroom/contract/staff";
import { sql } from "kysely";
import { type Addressee, addresseesOf, setStaffStatus } from "#modules/accounts/public";
import { recordChange } from "#modules/audit/public";
import { moveHeldLeads } from "#modules/leads/public";
import { organizationOf } from "#modules/organizations/public";
import { currentActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { type Mail, postMail } from "#platform/mail/mail";
import { emit } from "#platform/outbox/events";
import { defineRun, type RunWork, workInBatches } from "#platform/runs/run";
import type { Platform } from "#platform/server-module";
import { handOverFinished } from "../events.ts";
import { leadsToHandOver } from "../policy.ts";
import { findHandOver, type HandOver, requireFit } from "../queries.ts";
import { returnHandedOver } from "./return-handed-over.ts";

const batchLeads = 200;

export const handOverRun = defineRun("carry-on-hand-over", { table: "hand_over", id: "hand_over_id" });

/**
 * Moves the rest of a hand-over, or of its undo, batch by batch; each batch also stores whose turn it is. At the end the person
 * leaves, if that was requested, and the receivers are notified once.
 */
export function handOverWork({ db }: Platform): RunWork {
  return async (scope, id, until) => {
    const row = await inTransaction(db, scope, (tx) => findHandOver(tx, scope, id));
    if (row?.state === "undoing") return returnHandedOver(db, scope, row, until);
    if (row?.state !== "running") return "finished";
    for (const step of row.plan.keys()) {
      const nextBatch = () => inTransaction(db, scope, (tx) => moveBatch(tx, scope, { id, step }));
      if ((await workInBatches(nextBatch, until)) === "unfinished") return "unfinished";
    }
    const actor = await inTransaction(db, scope, (tx) => currentActor(tx, scope, row.actor));
    if (row.leaves) await setStaffStatus(db, actor, { ids: [row.account_id], status: staffStatuses.left });
    await inTransaction(db, scope, (tx) => finish(tx, actor, id));
    return "finished";
  };
}

/** Whether there may be more to move in this step of the plan. */
async function moveBatch(tx: Tx, whole: Scope, { id, step }: { id: RecordId; step: number }): Promise<boolean> {
  const row = await findHandOver(tx, whole, id, "lock");
  const part = row?.plan[step];
  if (row?.state !== "running" || !part) return false;
  const actor = await currentActor(tx, whole, row.actor);
  const scope = leadsToHandOver(actor);
  // A receiver may have left or changed branch since the last batch.
  await requireFit(tx, scope, { accountID: row.account_id, plan: [part] });
  const moved = await moveHeldLeads(tx, scope, {
    person: row.account_id,
    branchId: part.branchID,
    role: part.role,
    to: part.to,
    movedBefore: row.moved,
    limit: batchLeads,
    actor,
  });
  if (moved.length === 0) return false;
  const about = { organization_id: scope.organizationId, hand_over_id: id, step };
  await tx
    .insertInto("hand_over_lead")
    .values(moved.map(({ leadId, receiverId }) => ({ ...about, lead_id: leadId, receiver_id: receiverId })))
    .execute();
  await tx
    .updateTable("hand_over")
    .set({ moved: sql`moved + ${moved.length}`, tries: 0, problem: "" })
    .where("organization_id", "=", scope.organizationId)
    .where("hand_over_id", "=", id)
    .execute();
  return true;
}

async function finish(tx: Tx, actor: Actor, id: RecordId): Promise<void> {
  const scope = sharedScope(actor);
  const row = await findHandOver(tx, scope, id, "lock");
  if (row?.state !== "running") return;
  await tx
    .updateTable("hand_over")
    .set({ state: "done", finished_at: sql`now()` })
    .where("organization_id", "=", scope.organizationId)
    .where("hand_over_id", "=", id)
    .execute();
  const receivers = await addresseesOf(
    tx,
    scope,
    row.plan.flatMap(({ to }) => to),
  );
  await recordChange(tx, actor, {
    module: "user",
    action: "handedOver",
    subject: { type: "account", id: row.account_id, name: row.nickname },
    before: {},
    after: { leads: row.moved, receivers: receivers.map(({ nickname }) => nickname), left: row.leaves },
  });
  if (row.moved > 0) await notifyReceivers(tx, scope, { row, actor, receivers });
}

async function notifyReceivers(
  tx: Tx,
  scope: Scope,
  { row, actor, receivers }: { row: HandOver; actor: Actor; receivers: Awaited<ReturnType<typeof addresseesOf>> },
): Promise<void> {
  const organization = (await organizationOf(tx, scope))?.name ?? "";
  const others = receivers.filter(({ accountId }) => accountId !== actor.accountId);
  await emit(tx, handOverFinished, {
    organizationId: scope.organizationId,
    aggregateId: row.hand_over_id,
    payload: { handOverId: row.hand_over_id, receivers: others.map(({ accountId }) => accountId) },
  });
  for (const receiver of others) {
    await postMail(tx, handedOverMail(receiver, { from: row.nickname, by: actor.nickname, organization }));
  }
}

const subject: Texts = {
  "zh-tw": "{from} 的名單已交接給您",
  "zh-cn": "{from} 的名单已交接给您",
  en: "Leads of {from} were handed over to you",
};

const paragraphs: readonly Texts[] = [
  { "zh-tw": "{nickname}，您好：", "zh-cn": "{nickname}，您好：", en: "Hello {nickname}," },
  {
    "zh-tw": "{by} 已將 {from} 在 {organization} 負責的名單與對話交接給您，請在名單列表查看。",
    "zh-cn": "{by} 已将 {from} 在 {organization} 负责的名单与对话交接给您，请在名单列表查看。",
    en: "{by} has handed over leads and conversations of {from} at {organization} to you. You can find them in your lead list.",
  },
];

/** Notifies a person once that they received leads, whatever the number. */
function handedOverMail(to: Addressee, names: { from: string; by: string; organization: string }): Mail {
  const words = { ...names, nickname: to.nickname };
  const fill = (text: Texts) => fillText(text, to.language, words);
  return { to: to.email, language: to.language, subject: fill(subject), paragraphs: paragraphs.map(fill) };
}
