import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { AssignmentKind } from "@homeroom/contract/lead-rules";
import type { AssignmentReason } from "@homeroom/database/lead-rule-tables";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { ruleAddressesDue } from "../events.ts";
import { loadDesks } from "../queries/desks.ts";
import { type Arrival, type Decision, type Desk, decide, type RuleWithTurns } from "../rules/decide.ts";
import { lockTurns } from "./lock-turns.ts";

/** The same as the retention of the audit log. */
const keptDays = 180;

const atOnce = 10_000;

/** The person who gets an arrival. */
export interface LeadAssignment {
  readonly leadId: LeadId;
  /** Null only if nobody at the branch can take it, or if its rule leaves it to staff. */
  readonly salesId: AccountId | null;
  readonly kind: AssignmentKind;
  readonly ruleId: RecordId | null;
}

/**
 * Decides who gets leads, in their order and in the caller's transaction, which then stores them. Leads that arrive at
 * the same time take their turns one after the other. The reasons are stored. Any number of leads takes about ten
 * statements; a caller that locks leads does so before this.
 */
export async function assignLeads(tx: Tx, scope: Scope, arrivals: readonly Arrival[]): Promise<LeadAssignment[]> {
  if (arrivals.length === 0) return [];
  await lockTurns(
    tx,
    scope,
    arrivals.map(({ branchId }) => branchId),
  );
  const desks = await loadDesks(tx, scope, arrivals);
  const decisions = arrivals.map((arrival) => decide(arrival, deskAt(desks, arrival.branchId)));
  await saveRuleTurns(tx, scope, decisions);
  await saveBranchTurns(tx, scope, decisions, desks);
  await keepTraces(tx, scope, decisions);
  await announce(tx, scope, decisions);
  return decisions.map(({ arrival, salesId, kind, rule }) => {
    return { leadId: arrival.leadId, salesId, kind, ruleId: rule?.ruleId ?? null };
  });
}

function deskAt(desks: Map<BranchId, Desk>, branchId: BranchId): Desk {
  const desk = desks.get(branchId);
  if (!desk) throw new Error("Every branch of an arrival has a desk");
  return desk;
}

async function saveRuleTurns(tx: Tx, scope: Scope, decisions: readonly Decision[]): Promise<void> {
  const rules = [...new Set(decisions.flatMap(({ rule, kind }) => (rule && kind !== "kept" ? [rule] : [])))];
  if (rules.length === 0) return;
  const column = <Value>(pick: (rule: RuleWithTurns) => Value) => sql.val(rules.map(pick));
  await sql`
    update lead_rule set turns = stands.turns, wheel_at = stands.wheel_at
    from unnest(${column(({ ruleId }) => ruleId)}::uuid[], ${column(({ turns }) => turns)}::int[],
      ${column(({ wheelAt }) => wheelAt)}::int[]) as stands (id, turns, wheel_at)
    where organization_id = ${scope.organizationId} and rule_id = stands.id`.execute(tx);
  const members = rules.flatMap((rule) => rule.members.map((member) => ({ ruleId: rule.ruleId, ...member })));
  await sql`
    update lead_rule_member m set last_turn = stands.last_turn, owed = stands.owed
    from unnest(${sql.val(members.map(({ ruleId }) => ruleId))}::uuid[],
      ${sql.val(members.map(({ accountId }) => accountId))}::uuid[],
      ${sql.val(members.map(({ lastTurn }) => lastTurn))}::int[], ${sql.val(members.map(({ owed }) => owed))}::int[]
    ) as stands (rule_id, account_id, last_turn, owed)
    where m.organization_id = ${scope.organizationId} and m.rule_id = stands.rule_id
      and m.account_id = stands.account_id
      and (m.last_turn, m.owed) is distinct from (stands.last_turn, stands.owed)`.execute(tx);
}

async function saveBranchTurns(
  tx: Tx,
  scope: Scope,
  decisions: readonly Decision[],
  desks: Map<BranchId, Desk>,
): Promise<void> {
  const taken = new Map<string, { branchId: BranchId; accountId: AccountId; lastTurn: number }>();
  for (const { arrival, kind, salesId } of decisions) {
    if (kind !== "turns" && kind !== "fallback") continue;
    const { branchId } = arrival;
    const member = deskAt(desks, branchId).branchTurns.members.find(({ accountId }) => accountId === salesId);
    if (member)
      taken.set(`${branchId} ${salesId}`, { branchId, accountId: member.accountId, lastTurn: member.lastTurn });
  }
  if (taken.size === 0) return;
  await tx
    .insertInto("branch_turn")
    .values(
      [...taken.values()].map(({ branchId, accountId, lastTurn }) => ({
        organization_id: scope.organizationId,
        branch_id: branchId,
        account_id: accountId,
        last_turn: lastTurn,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "branch_id", "account_id"])
        .doUpdateSet(({ ref }) => ({ last_turn: ref("excluded.last_turn") })),
    )
    .execute();
}

async function keepTraces(tx: Tx, scope: Scope, decisions: readonly Decision[]): Promise<void> {
  const rows = decisions.map((decision) => ({
    organization_id: scope.organizationId,
    assignment_id: v7(),
    lead_id: decision.arrival.leadId,
    branch_id: decision.arrival.branchId,
    rule_id: decision.rule?.ruleId ?? null,
    sales_id: decision.salesId,
    kind: decision.kind,
    repeat: decision.arrival.kind === "repeat",
    way: decision.rule?.way ?? null,
    reason: reasonOf(decision),
    told: !tellsAddresses(decision),
  }));
  await sql`
    insert into lead_assignment (organization_id, assignment_id, lead_id, branch_id, rule_id, sales_id, kind, repeat, way,
      reason, told)
    select organization_id, assignment_id, lead_id, branch_id, rule_id, sales_id, kind, repeat, way, reason, told
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as decided (organization_id uuid, assignment_id uuid, lead_id uuid, branch_id uuid, rule_id uuid, sales_id uuid,
        kind text, repeat boolean, way text, reason jsonb, told boolean)`.execute(tx);
}

function reasonOf({ standings, ignored }: Decision): AssignmentReason {
  return {
    ignored: [...ignored],
    candidates: standings.map(({ member: { accountId, ratio }, obstacles, openLeads }) => ({
      id: accountId,
      ...(obstacles.length > 0 && { not: [...obstacles] }),
      ...(ratio !== null && { ratio }),
      ...(openLeads !== null && { open: openLeads }),
    })),
  };
}

function tellsAddresses({ rule, kind }: Pick<Decision, "rule" | "kind">): boolean {
  return rule !== null && kind !== "kept" && (rule.emails.length > 0 || rule.way === "manual");
}

/** The people notified by a rule get one mail soon, about all leads that have arrived by then. */
async function announce(tx: Tx, scope: Scope, decisions: readonly Decision[]): Promise<void> {
  const rules = new Set(
    decisions.flatMap((decision) => (tellsAddresses(decision) ? (decision.rule?.ruleId ?? []) : [])),
  );
  for (const ruleId of rules) {
    const about = { organizationId: scope.organizationId, aggregateId: ruleId };
    await emit(tx, ruleAddressesDue, { ...about, payload: { ruleId } });
  }
}

/** Removes reasons of assignments that are half a year old. Returns whether there may be more. */
export function removeOldAssignments(db: Database): Promise<boolean> {
  return inSystemTransaction(db, async (tx) => {
    const removed = await sql`
      delete from lead_assignment where (organization_id, assignment_id) in (
        select organization_id, assignment_id from lead_assignment
        where created_at < now() - make_interval(days => ${keptDays}) limit ${atOnce})`.execute(tx);
    return Number(removed.numAffectedRows ?? 0) === atOnce;
  });
}
