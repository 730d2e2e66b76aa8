import type { AccountId } from "@homeroom/contract/ids";
import type { BulkAction } from "@homeroom/contract/lead-bulk";
import { sql } from "kysely";
import { type Change, recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { leadsDealt } from "../../events.ts";
import { nameReferences } from "../../record/queries/load-lead.ts";
import type { BulkRun } from "../queries.ts";

/** Ends a locked run or undo whose leads are all done: one entry in the audit log, and one notification per receiver. */
export async function finishBulk(tx: Tx, run: BulkRun, actor: Actor): Promise<void> {
  const undoes = run.state === "undoing";
  await tx
    .updateTable("lead_bulk_run")
    .set({ state: undoes ? "undone" : "done", finished_at: sql`now()` })
    .where("organization_id", "=", run.organization_id)
    .where("bulk_id", "=", run.bulk_id)
    .execute();
  if (undoes)
    return record(
      tx,
      { run, actor },
      { action: "bulkUndone", after: { count: run.undone_count, kept: run.kept_count } },
    );
  if (run.changed_count === 0) return;
  const { kind, ...said } = fieldsSaid(run.action);
  await record(
    tx,
    { run, actor },
    {
      action: kind === "delete" ? "deleted" : "edited",
      after: { count: run.changed_count, ...said, ...(Object.keys(run.query).length > 0 && { filter: run.query }) },
    },
  );
  if ("notify" in run.action && run.action.notify) await tell(tx, run);
}

interface Finished {
  run: BulkRun;
  actor: Actor;
}

async function record(
  tx: Tx,
  { run, actor }: Finished,
  { action, after }: { action: Change["action"]; after: Record<string, unknown> },
): Promise<void> {
  const { filter = {}, ...said } = after as { filter?: Record<string, unknown> };
  const name = await nameReferences(tx, sharedScope(actor), [said, filter]);
  await recordChange(tx, actor, {
    module: "lead",
    action,
    subject: { type: "leads", id: run.bulk_id, name: "" },
    before: {},
    after: { ...name(said), ...(after["filter"] !== undefined && { filter: name(filter) }) },
  });
}

/** The values of an action, by the names of a lead's fields. */
function fieldsSaid(action: BulkAction): { kind: BulkAction["kind"]; [field: string]: unknown } {
  switch (action.kind) {
    case "tags":
      return { kind: action.kind, ...(action.add.length > 0 && { tag: action.add }), removed: action.remove };
    case "assign":
      return { kind: action.kind, sales: action.sales, byRules: action.byRules };
    case "tutor":
      return { kind: action.kind, tutor: action.tutor };
    case "branch":
      return {
        kind: action.kind,
        branch: action.branchID,
        ...(action.sales && { sales: action.sales }),
        ...(action.tutor && { tutor: action.tutor }),
      };
    default:
      return action;
  }
}

async function tell(tx: Tx, run: BulkRun): Promise<void> {
  const receivers = Object.entries(run.dealt)
    .filter(([accountId]) => accountId !== run.account_id)
    .map(([accountId, count]) => ({ accountId: accountId as AccountId, count }));
  if (receivers.length === 0) return;
  const about = { organizationId: run.organization_id, aggregateId: run.bulk_id };
  await emit(tx, leadsDealt, { ...about, payload: { bulkId: run.bulk_id, receivers } });
}
