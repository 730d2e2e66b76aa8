import type { AccountId, BranchId, LeadId } from "@homeroom/contract/ids";
import type { BulkAction } from "@homeroom/contract/lead-bulk";
import type { BulkColumns } from "@homeroom/database/lead-bulk-tables";
import { type RawBuilder, sql } from "kysely";
import { worksAt } from "#modules/accounts/public";
import { branchById } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { lockFamily } from "../../family/writes/shared-contacts.ts";
import { mayMoveTo } from "../../policy.ts";
import { nameReferences } from "../../record/queries/load-lead.ts";
import { lockNumbers } from "../../record/writes/check-lead.ts";
import { assignment, type HistoryEntry } from "../../record/writes/save-lead.ts";
import { type Bound, boundToStay, columnsAt, type Destination, planMove } from "../rules/bulk-move.ts";
import { type BulkLead, bulkColumnsOf, fieldsChanged, type PlannedLead } from "../rules/bulk-plan.ts";

type MoveAction = Extract<BulkAction, { kind: "branch" }>;

const openBranch = 1;

/** The faulty fields of a move: a branch that is closed or that the actor cannot enter, people who do not work there. */
export async function faultsOfMove(
  tx: Tx,
  scope: Scope,
  { actor, action }: { actor: Actor; action: MoveAction },
): Promise<("branchID" | "sales" | "tutor")[]> {
  const { branchID: branchId } = action;
  if (!(await isReachable(tx, scope, { actor, branchId }))) return ["branchID"];
  const faults: ("sales" | "tutor")[] = [];
  for (const role of ["sales", "tutor"] as const) {
    const accountId = action[role];
    if (accountId && !(await worksAt(tx, scope, { accountId, branchId, role }))) faults.push(role);
  }
  return faults;
}

async function isReachable(tx: Tx, scope: Scope, of: { actor: Actor; branchId: BranchId }): Promise<boolean> {
  return mayMoveTo(of.actor, of.branchId) && (await isOpen(tx, scope, of.branchId));
}

async function isOpen(tx: Tx, scope: Scope, branchId: BranchId): Promise<boolean> {
  return (await branchById(tx, scope, branchId))?.status === openBranch;
}

/**
 * The rows of a move: the chosen leads, and the visible leads at their branches that are bound to them (`boundToStay`).
 * Bound leads have places that follow each other.
 */
export function withBound(scope: Scope, chosen: RawBuilder<unknown>, to: BranchId): RawBuilder<unknown> {
  const shown = sql`other.deleted_at is null and ${visibleRows(scope, "other")}`;
  return sql`
    with chosen as materialized (${chosen}), moving as (
      select lead.organization_id, lead.branch_id, lead.family_id, lead.contact1_e164, lead.lead_id
      from lead join chosen using (lead_id)
      where lead.organization_id = ${scope.organizationId} and lead.branch_id <> ${to}),
    parents as (
      select organization_id, branch_id, family_id, lead_id from moving
      union select other.organization_id, other.branch_id, other.family_id, other.lead_id
      from moving join lead other using (organization_id, branch_id, contact1_e164) where ${shown}),
    wanted as (
      select lead_id from chosen union select lead_id from parents
      union select other.lead_id from parents join lead other using (organization_id, branch_id, family_id) where ${shown})
    select lead_id,
      row_number() over (order by coalesce(contact1_e164, family_id::text, lead_id::text), lead_id) as place
    from lead join wanted using (lead_id) where lead.organization_id = ${scope.organizationId}`;
}

/** Locks leads that move, the numbers that bind them, and their families, in the order of all writes of leads. */
export async function lockBound(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select distinct contact1_e164 as number from lead
    where organization_id = ${scope.organizationId} and lead_id = ${anyOf(ids)} and contact1_e164 is not null`.execute(
    tx,
  );
  await lockNumbers(
    tx,
    scope,
    rows.map(({ number }) => number),
  );
  await lockFamily(tx, scope, ids);
  // A deleted member could be restored meanwhile, and would stay.
  await sql`
    select from lead
    where organization_id = ${scope.organizationId} and deleted_at is not null and family_id in (
      select family_id from lead where organization_id = ${scope.organizationId} and lead_id = ${anyOf(ids)})
    order by lead_id for no key update`.execute(tx);
}

/** The effect of a move on locked leads. Throws PERMISSION_DENIED if the actor can no longer enter the branch. */
export async function planMoves(
  tx: Tx,
  scope: Scope,
  { actor, action, leads }: { actor: Actor; action: MoveAction; leads: readonly BulkLead[] },
): Promise<PlannedLead[]> {
  const { branchID: branchId, sales, tutor } = action;
  if (!(await isReachable(tx, scope, { actor, branchId }))) throw new AppError("PERMISSION_DENIED");
  const moving = leads.filter((lead) => lead.branchId !== branchId);
  const bound = await boundLeads(tx, scope, moving);
  const works = await worksThere(tx, scope, { branchId, sales: [sales], tutor: [tutor], leads: moving });
  return leads.map((lead) => planMove(lead, { branchId, sales, tutor, works }, bound.has(lead.leadId)));
}

/**
 * The columns that return locked leads to the branch and the people they had. No columns for a lead that has to stay: its former
 * branch is closed, or a lead bound to it stays.
 */
export async function planReturns(
  tx: Tx,
  scope: Scope,
  moved: readonly { lead: BulkLead; before: BulkColumns }[],
): Promise<BulkColumns[]> {
  const homes = new Map<BranchId, Destination["works"]>();
  for (const branchId of new Set(moved.flatMap(({ before }) => before.branch_id ?? []))) {
    if (!(await isOpen(tx, scope, branchId))) continue;
    const there = moved.filter(({ before }) => before.branch_id === branchId);
    const sales = there.map(({ before }) => before.sales_id ?? null);
    const tutor = there.map(({ before }) => before.tutor_id ?? null);
    const leads = there.map(({ lead }) => lead);
    homes.set(branchId, await worksThere(tx, scope, { branchId, sales, tutor, leads }));
  }
  const going = moved.flatMap(({ lead, before }) => (before.branch_id && homes.has(before.branch_id) ? [lead] : []));
  const bound = await boundLeads(tx, scope, going);
  return moved.map(({ lead, before }) => {
    const { branch_id: branchId, sales_id: sales = null, tutor_id: tutor = null } = before;
    const works = branchId && homes.get(branchId);
    if (!works || bound.has(lead.leadId)) return {};
    const back = columnsAt(lead, { branchId, sales, tutor, works });
    return { ...back, ...(!sales && { sales_id: null }), ...(!tutor && { tutor_id: null }) };
  });
}

/** The leads among those that move whose bound leads stay, whether or not the actor sees them. */
async function boundLeads(tx: Tx, scope: Scope, moving: readonly BulkLead[]): Promise<Set<LeadId>> {
  const ids = new Set(moving.map(({ leadId }) => leadId));
  const branches = new Set(moving.map(({ branchId }) => branchId));
  const families = anyOf(moving.flatMap(({ familyId }) => familyId ?? []));
  const numbers = moving.flatMap(({ contact1Phone }) => contact1Phone ?? []);
  const bound = (bond: RawBuilder<unknown>) => sql`
    select lead_id as "leadId", branch_id as "branchId", family_id as "familyId", contact1_e164 as "contact1Phone"
    from lead where organization_id = ${scope.organizationId} and deleted_at is null and ${bond}`;
  const { rows } = await sql<Bound & { branchId: BranchId }>`
    ${bound(sql`family_id = ${families}`)} union ${bound(sql`contact1_e164 = any(${sql.val(numbers)}::text[])`)}`.execute(
    tx,
  );
  // At another branch, contact 1 is another matter.
  return boundToStay(
    moving,
    rows.filter(({ leadId, branchId }) => !ids.has(leadId) && branches.has(branchId)),
  );
}

interface Staffing {
  branchId: BranchId;
  sales: readonly (AccountId | null)[];
  tutor: readonly (AccountId | null)[];
  leads: readonly Pick<BulkLead, "salesId" | "tutorId">[];
}

/** The people who can have leads at a branch, among the given ones and the present ones. */
async function worksThere(
  tx: Tx,
  scope: Scope,
  { branchId, leads, ...named }: Staffing,
): Promise<Destination["works"]> {
  const present = { sales: leads.map(({ salesId }) => salesId), tutor: leads.map(({ tutorId }) => tutorId) };
  const works = { sales: new Set<AccountId>(), tutor: new Set<AccountId>() };
  for (const role of ["sales", "tutor"] as const) {
    for (const accountId of new Set([...named[role], ...present[role]])) {
      if (accountId && (await worksAt(tx, scope, { accountId, branchId, role }))) works[role].add(accountId);
    }
  }
  return works;
}

interface Moved {
  lead: BulkLead;
  after: BulkColumns;
}

/** Moves the families of moved leads after them, with the deleted leads that belong to them (`moveHidden`). */
export async function moveFamilies(tx: Tx, scope: Scope, changed: readonly Moved[]): Promise<void> {
  for (const [branchId, moved] of Map.groupBy(changed, ({ after }) => after.branch_id)) {
    if (!branchId) continue;
    const families = anyOf(moved.flatMap(({ lead }) => lead.familyId ?? []));
    await sql`
      update lead_family set branch_id = ${branchId}
      where organization_id = ${scope.organizationId} and family_id = ${families}`.execute(tx);
    await moveHidden(tx, scope, { branchId, moved });
  }
}

/**
 * Moves the deleted members of moved families, and leads merged into moved ones, so that a restored lead is at the branch of
 * its family and an undone merge leaves both at one branch. They lose people who do not work there.
 */
async function moveHidden(
  tx: Tx,
  scope: Scope,
  { branchId, moved }: { branchId: BranchId; moved: readonly Moved[] },
): Promise<void> {
  const families = anyOf(moved.flatMap(({ lead }) => lead.familyId ?? []));
  const former = anyOf([...new Set(moved.map(({ lead }) => lead.branchId))]);
  const isHidden = sql`
    lead.organization_id = ${scope.organizationId} and lead.deleted_at is not null and lead.branch_id = ${former}`;
  const { rows } = await sql<Pick<BulkLead, "leadId" | "salesId" | "tutorId">>`
    with recursive hidden as (
      select lead_id from lead where ${isHidden} and family_id = ${families}
      union select lead_id from lead where ${isHidden} and merged_into = ${anyOf(moved.map(({ lead }) => lead.leadId))}
      union select lead.lead_id from hidden join lead on lead.merged_into = hidden.lead_id where ${isHidden})
    select lead_id as "leadId", sales_id as "salesId", tutor_id as "tutorId"
    from lead where organization_id = ${scope.organizationId} and lead_id in (select lead_id from hidden)
    order by lead_id for no key update`.execute(tx);
  if (rows.length === 0) return;
  const works = await worksThere(tx, scope, { branchId, sales: [], tutor: [], leads: rows });
  await sql`
    update lead set branch_id = ${branchId},
      sales_id = case when sales_id = ${anyOf([...works.sales])} then sales_id end,
      tutor_id = case when tutor_id = ${anyOf([...works.tutor])} then tutor_id end
    where organization_id = ${scope.organizationId} and lead_id = ${anyOf(rows.map(({ leadId }) => leadId))}`.execute(
    tx,
  );
}

/** The history of moved leads: both branches by name, who lost them, and the assignment to a new person. */
export async function historyOfMove(
  tx: Tx,
  scope: Scope,
  { changed, by }: { changed: readonly Moved[]; by: AccountId },
): Promise<HistoryEntry[]> {
  const states = changed.map(({ lead, after }) => {
    const fields = fieldsChanged(bulkColumnsOf(lead), after).filter((field) => field !== "sales" || !after.sales_id);
    const pick = (of: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, of[field] ?? null]));
    const was = pick({ branch: lead.branchId, sales: lead.salesId, tutor: lead.tutorId });
    const became = pick({ branch: after.branch_id, sales: after.sales_id, tutor: after.tutor_id });
    return { lead, after, fields, was, became };
  });
  const name = await nameReferences(
    tx,
    scope,
    states.flatMap(({ was, became }) => [was, became]),
  );
  return states.flatMap(({ lead: { leadId, salesId }, after, fields, was, became }): HistoryEntry[] => {
    const [old, now] = [name(was), name(became)];
    const changes = fields.map((field) => ({ field, before: old[field], after: now[field] }));
    const given = after.sales_id && after.sales_id !== salesId ? assignment(leadId, after.sales_id, by) : [];
    return [{ leadId, action: "edited", operatorId: by, details: { fields, changes } }, ...given];
  });
}

function anyOf(ids: readonly string[]): RawBuilder<unknown> {
  return sql`any(${sql.val([...ids])}::uuid[])`;
}
