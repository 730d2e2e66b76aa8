import type { AccountId, BranchId } from "@homeroom/contract/ids";
import type { BulkAction, BulkKind } from "@homeroom/contract/lead-bulk";
import { sql } from "kysely";
import { worksAt } from "#modules/accounts/public";
import { assignLeads } from "#modules/lead-rules/public";
import { currentActor } from "#modules/sign-in/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { organizationScope, type Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { emitLeadsChanged, leadsMoved } from "../../events.ts";
import { requireMayDo } from "../../policy.ts";
import { addHistory, assignment, type HistoryEntry, milestoneOf } from "../../record/writes/save-lead.ts";
import { type BulkRow, type BulkRun, lockBulkLeads, nextRows } from "../queries.ts";
import { undividedRows } from "../rules/bulk-move.ts";
import {
  type BulkLead,
  dealInTurns,
  fieldsChanged,
  type PlannedLead,
  planLead,
  type Receiver,
} from "../rules/bulk-plan.ts";
import { finishBulk } from "./finish-bulk.ts";
import { historyOfMove, lockBound, moveFamilies, planMoves } from "./move-leads.ts";
import { writeColumns, writeDeletion, writeOutcomes } from "./write-bulk.ts";

/** A selection of up to 1,000 is one batch: all of it happens, or none. */
const batchLeads = 1000;

/** Changes the next leads of a locked run; finishes it after the last. Returns whether there may be more. */
export async function changeBatch(tx: Tx, run: BulkRun): Promise<boolean> {
  const actor = await currentActor(tx, organizationScope(run.organization_id), run.actor);
  requireMayDo(actor, run.action.kind, run.query.students);
  const scope = scopeOf(actor, "crm:lead:all");
  const rows = await takeRows(tx, scope, run);
  if (rows.length === 0) {
    await finishBulk(tx, run, actor);
    return false;
  }
  const leads = await lockBulkLeads(
    tx,
    scope,
    rows.map((row) => row.lead_id),
  );
  const { planned, turns } = await plan(tx, scope, { run, actor, leads });
  const changed = planned.filter(({ outcome }) => outcome === "changed");
  await write(tx, scope, { run, actor, changed });
  await note(tx, run, { rows, planned, turns });
  return true;
}

/**
 * The next rows of a run, at most a batch. Leads that belong together (`boundToStay`) are locked and stay in one batch if the
 * run moves them.
 */
export async function takeRows(tx: Tx, scope: Scope, run: BulkRun, { changed = false } = {}): Promise<BulkRow[]> {
  const rows = await nextRows(tx, scope, run, { limit: batchLeads, changed });
  if (run.kind !== "branch") return rows;
  const ids = rows.map((row) => row.lead_id);
  await lockBound(tx, scope, ids);
  const isEnd = rows.length < batchLeads || rows.at(-1)?.row_number === run.total;
  return isEnd ? rows : rows.slice(0, undividedRows(rows, await lockBulkLeads(tx, scope, ids)));
}

interface Plan {
  planned: readonly PlannedLead[];
  turns: Record<string, number>;
}

/** The changes of a batch's locked leads. */
async function plan(
  tx: Tx,
  scope: Scope,
  { run, actor, leads }: { run: BulkRun; actor: Actor; leads: readonly BulkLead[] },
): Promise<Plan> {
  const { action } = run;
  if (action.kind === "branch")
    return { planned: await planMoves(tx, scope, { actor, action, leads }), turns: run.turns };
  const { receivers, turns } = await deal(tx, scope, { run, leads });
  return { planned: leads.map((lead, at) => planLead(lead, action, receivers[at])), turns };
}

/** The receivers of a batch's leads, in order; not looked up if the action assigns nothing. */
async function deal(
  tx: Tx,
  scope: Scope,
  { run, leads }: { run: BulkRun; leads: readonly BulkLead[] },
): Promise<{ receivers: Receiver[]; turns: Record<string, number> }> {
  const { action, turns } = run;
  if (action.kind === "assign" && action.byRules) return { receivers: await byRules(tx, scope, leads), turns };
  if (action.kind !== "assign" && action.kind !== "tutor") return { receivers: [], turns };
  const named = action.kind === "assign" ? action.sales : action.tutor;
  const role = action.kind === "assign" ? "sales" : "tutor";
  const branches = [...new Set(leads.map(({ branchId }) => branchId))];
  const fit = await fitPeople(tx, scope, { named, role, branches });
  return dealInTurns(leads, named, { fit, turns });
}

async function byRules(tx: Tx, scope: Scope, leads: readonly BulkLead[]): Promise<Receiver[]> {
  const at = new Date();
  const arrivals = leads.map(({ leadId, branchId, channelId, secondaryChannelId, country, salesId }) => ({
    ...{ leadId, branchId, channelId, secondaryChannelId, country, at },
    heldBy: salesId,
    kind: "new" as const,
  }));
  const assigned = await assignLeads(tx, scope, arrivals);
  const found = new Map(assigned.map(({ leadId, salesId }) => [leadId, salesId]));
  // If the rules assign nobody, a lead keeps its owner.
  return leads.map(({ leadId }) => found.get(leadId) ?? "unfit");
}

/** The people who can receive leads of each branch: active, working there and in the role at this moment. */
async function fitPeople(
  tx: Tx,
  scope: Scope,
  { named, role, branches }: { named: readonly AccountId[]; role: "sales" | "tutor"; branches: readonly BranchId[] },
): Promise<Map<BranchId, AccountId[]>> {
  const fit = new Map<BranchId, AccountId[]>();
  for (const branchId of branches) {
    const people: AccountId[] = [];
    for (const accountId of new Set(named)) {
      if (await worksAt(tx, scope, { accountId, branchId, role })) people.push(accountId);
    }
    fit.set(branchId, people);
  }
  return fit;
}

/** Writes the leads of a batch that change, with their history and their events. */
async function write(
  tx: Tx,
  scope: Scope,
  { run, actor, changed }: { run: BulkRun; actor: Actor; changed: readonly PlannedLead[] },
): Promise<void> {
  if (changed.length === 0) return;
  const by = actor.accountId;
  const ids = changed.map(({ lead }) => lead.leadId);
  if (run.kind === "delete") await writeDeletion(tx, scope, { ids, by });
  else
    await writeColumns(tx, scope, {
      leads: changed.map(({ lead, after }) => ({ leadId: lead.leadId, columns: after })),
      by,
    });
  if (run.kind === "branch") await moveFamilies(tx, scope, changed);
  await addHistory(tx, scope, await historyOf(tx, scope, { action: run.action, changed, by }));
  await publishChange(tx, scope, { run, changed });
}

/** The changes that dependent records follow. */
const movesLeads: readonly BulkKind[] = ["assign", "tutor", "branch", "delete"];

/** Notifies everyone with these leads on screen, and updates dependent records if they were assigned, moved or deleted. */
export async function publishChange(
  tx: Tx,
  scope: Scope,
  { run, changed }: { run: BulkRun; changed: readonly Pick<PlannedLead, "lead" | "after">[] },
): Promise<void> {
  // When a run is undone, every lead may have been changed since.
  if (changed.length === 0) return;
  const states = changed.flatMap(({ lead, after }) => {
    const { sales_id: salesId = lead.salesId, tutor_id: tutorId = lead.tutorId } = after;
    return [lead, { branchId: after.branch_id ?? lead.branchId, salesId, tutorId }];
  });
  await emitLeadsChanged(tx, scope, { aggregateId: run.bulk_id, states });
  if (!movesLeads.includes(run.kind)) return;
  const payload = { leadIds: changed.map(({ lead }) => lead.leadId) };
  await emit(tx, leadsMoved, { organizationId: scope.organizationId, aggregateId: run.bulk_id, payload });
}

async function historyOf(
  tx: Tx,
  scope: Scope,
  { action, changed, by }: { action: BulkAction; changed: readonly PlannedLead[]; by: AccountId },
): Promise<HistoryEntry[]> {
  if (action.kind === "branch") return historyOfMove(tx, scope, { changed, by });
  const milestones = action.kind === "status" && action.status ? await milestoneOf(tx, scope, action.status) : [];
  return changed.flatMap(({ lead: { leadId }, before, after }): HistoryEntry[] => {
    if (action.kind === "delete") return [{ leadId, action: "edited", operatorId: by, details: { deleted: true } }];
    if (action.kind === "assign" && after.sales_id) return assignment(leadId, after.sales_id, by);
    const fields = fieldsChanged(before, after);
    const reached = fields.includes("status") ? milestones : [];
    return [
      { leadId, action: "edited", operatorId: by, details: { fields } },
      ...reached.map((milestone) => ({ ...milestone, leadId, operatorId: by })),
    ];
  });
}

async function note(
  tx: Tx,
  run: BulkRun,
  {
    rows,
    planned,
    turns,
  }: { rows: readonly BulkRow[]; planned: readonly PlannedLead[]; turns: Record<string, number> },
): Promise<void> {
  const byLead = new Map(planned.map((one) => [one.lead.leadId, one]));
  const results = rows.map(({ row_number: rowNumber, lead_id: leadId }) => {
    const one = byLead.get(leadId);
    if (one?.outcome !== "changed") return { rowNumber, word: one?.outcome ?? "gone" };
    return { rowNumber, word: one.outcome, version: one.lead.version + 1, before: one.before };
  });
  await writeOutcomes(tx, run, results);
  const count = (word: string) => results.filter((result) => result.word === word).length;
  await tx
    .updateTable("lead_bulk_run")
    .set({
      done_through: rows.at(-1)?.row_number ?? run.done_through,
      changed_count: sql`changed_count + ${count("changed")}`,
      same_count: sql`same_count + ${count("same")}`,
      unfit_count: sql`unfit_count + ${count("unfit")}`,
      full_count: sql`full_count + ${count("full")}`,
      gone_count: sql`gone_count + ${count("gone")}`,
      turns: JSON.stringify(turns),
      dealt: JSON.stringify(dealtWith(run.dealt, planned)),
      tries: 0,
      problem: "",
    })
    .where("organization_id", "=", run.organization_id)
    .where("bulk_id", "=", run.bulk_id)
    .execute();
}

function dealtWith(dealt: Readonly<Record<string, number>>, planned: readonly PlannedLead[]): Record<string, number> {
  const next = { ...dealt };
  for (const { before, after } of planned) {
    const fresh = (name: "sales_id" | "tutor_id") => (after[name] === before[name] ? [] : (after[name] ?? []));
    for (const receiver of new Set([fresh("sales_id"), fresh("tutor_id")].flat()))
      next[receiver] = (next[receiver] ?? 0) + 1;
  }
  return next;
}
