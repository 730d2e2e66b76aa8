import type { AccountId, LeadId } from "@homeroom/contract/ids";
import type { BulkColumns } from "@homeroom/database/lead-bulk-tables";
import { sql } from "kysely";
import { currentActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { organizationScope, type Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { bringBack, lockBinned } from "../../bin/actions/restore-leads.ts";
import { requireMayDo } from "../../policy.ts";
import { withoutGone } from "../../record/writes/lasting-choices.ts";
import { addHistory, assignment, type HistoryEntry } from "../../record/writes/save-lead.ts";
import { type BulkRow, type BulkRun, lockBulkLeads } from "../queries.ts";
import { type BulkLead, bulkColumnsOf, fieldsChanged } from "../rules/bulk-plan.ts";
import { publishChange, takeRows } from "./bulk-batch.ts";
import { finishBulk } from "./finish-bulk.ts";
import { historyOfMove, moveFamilies, planReturns } from "./move-leads.ts";
import { writeColumns, writeOutcomes } from "./write-bulk.ts";

type Word = NonNullable<BulkRow["undone"]>;

/** Reverts the next leads of a locked run that nobody has changed since. Returns whether there may be more. */
export async function undoBatch(tx: Tx, run: BulkRun): Promise<boolean> {
  const actor = await currentActor(tx, organizationScope(run.organization_id), run.actor);
  requireMayDo(actor, run.kind, run.query.students);
  // The actor may no longer see leads that they gave away. It is enough that the run changed them, and nobody since.
  const scope = sharedScope(actor);
  const found = await takeRows(tx, scope, run, { changed: true });
  const rows = found.filter(({ undone }) => undone === null);
  const last = found.at(-1);
  if (!last) {
    await finishBulk(tx, run, actor);
    return false;
  }
  const put = { run, rows, actor };
  const words = run.kind === "delete" ? await restore(tx, scope, put) : await putBack(tx, scope, put);
  await writeOutcomes(
    tx,
    run,
    rows.map((row, at) => ({ rowNumber: row.row_number, word: words[at] ?? "gone" })),
  );
  const undone = words.filter((word) => word === "undone").length;
  await tx
    .updateTable("lead_bulk_run")
    .set({
      done_through: last.row_number,
      undone_count: sql`undone_count + ${undone}`,
      kept_count: sql`kept_count + ${words.length - undone}`,
      tries: 0,
      problem: "",
    })
    .where("organization_id", "=", scope.organizationId)
    .where("bulk_id", "=", run.bulk_id)
    .execute();
  return true;
}

interface PutBack {
  run: BulkRun;
  rows: readonly BulkRow[];
  actor: Actor;
}

/** Restores the columns, as far as the items and people that they refer to still exist. */
async function putBack(tx: Tx, scope: Scope, { run, rows, actor }: PutBack): Promise<Word[]> {
  const leads = new Map((await lockBulkLeads(tx, scope, idsOf(rows))).map((lead) => [lead.leadId, lead]));
  const same = (row: BulkRow) => leads.get(row.lead_id)?.version === row.version;
  const untouched = rows.filter(same).map((row) => ({
    lead: leads.get(row.lead_id) as BulkLead,
    before: row.before ?? {},
  }));
  const there =
    run.kind === "branch" ? await planReturns(tx, scope, untouched) : await stillThere(tx, scope, untouched);
  // A lead whose old values no longer exist is not changed.
  const changed = untouched
    .map(({ lead }, at) => ({ lead, after: there[at] ?? {} }))
    .filter(({ lead, after }) => fieldsChanged(bulkColumnsOf(lead), after).length > 0);
  const undone = new Set(changed.map(({ lead }) => lead.leadId));
  const by = actor.accountId;
  await writeColumns(tx, scope, {
    leads: changed.map(({ lead, after }) => ({ leadId: lead.leadId, columns: after })),
    by,
  });
  if (run.action.kind === "status") await forgetDeals(tx, scope, { run, ids: changed.map(({ lead }) => lead.leadId) });
  if (run.kind === "branch") await moveFamilies(tx, scope, changed);
  await addHistory(
    tx,
    scope,
    run.kind === "branch" ? await historyOfMove(tx, scope, { changed, by }) : historyOf(changed, by),
  );
  await publishChange(tx, scope, { run, changed });
  return rows.map((row) => {
    if (undone.has(row.lead_id)) return "undone";
    return leads.has(row.lead_id) ? "changed" : "gone";
  });
}

interface Untouched {
  lead: BulkLead;
  before: BulkColumns;
}

function stillThere(tx: Tx, scope: Scope, untouched: readonly Untouched[]): Promise<BulkColumns[]> {
  return withoutGone(
    tx,
    scope,
    untouched.map(({ lead, before }) => ({ now: bulkColumnsOf(lead), branchId: lead.branchId, columns: before })),
  );
}

function historyOf(changed: readonly { lead: BulkLead; after: BulkColumns }[], by: AccountId): HistoryEntry[] {
  return changed.flatMap(({ lead, after }): HistoryEntry[] => {
    const { leadId } = lead;
    if (after.sales_id) return assignment(leadId, after.sales_id, by);
    const fields = fieldsChanged(bulkColumnsOf(lead), after);
    return [{ leadId, action: "edited", operatorId: by, details: { fields } }];
  });
}

/** A deal that came only from this run is undone: the lead is then a student only if it has the app. */
async function forgetDeals(
  tx: Tx,
  scope: Scope,
  { run, ids }: { run: BulkRun; ids: readonly LeadId[] },
): Promise<void> {
  await sql`
    update lead set deal_at = null, student_since = case when app_open then student_since end
    where organization_id = ${scope.organizationId} and lead_id = any(${sql.val([...ids])}::uuid[])
      and deal_at >= ${run.created_at}`.execute(tx);
}

/** Restores deleted leads. */
async function restore(tx: Tx, scope: Scope, { rows, actor }: PutBack): Promise<Word[]> {
  const binned = await lockBinned(tx, scope, idsOf(rows));
  const { restored, refused } = await bringBack(tx, scope, { binned, by: actor.accountId });
  const words = new Map<LeadId, Word>([
    ...restored.map(({ leadId }) => [leadId, "undone"] as const),
    ...refused.map(({ lead }) => [lead.leadId, "taken"] as const),
  ]);
  return rows.map((row) => words.get(row.lead_id) ?? "gone");
}

function idsOf(rows: readonly BulkRow[]): LeadId[] {
  return rows.map((row) => row.lead_id);
}
