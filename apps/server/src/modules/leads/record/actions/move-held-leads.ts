import type { HoldingRole } from "@homeroom/contract/hand-over";
import type { AccountId, BranchId, LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Actor } from "#platform/auth/actor";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { leadsHandedOver } from "../../events.ts";
import { addHistory, assignment, type HistoryEntry } from "../writes/save-lead.ts";

/** Leads of one person at one branch. */
interface Part {
  readonly person: AccountId;
  readonly branchId: BranchId;
  readonly role: HoldingRole;
  readonly actor: Actor;
}

/** Leads that move from a person to others in turn; unassigned when there are none. */
export interface Move extends Part {
  readonly to: readonly AccountId[];
  /** How many were assigned before, which decides whose turn it is. */
  readonly movedBefore: number;
  readonly limit: number;
}

/** A lead that a hand-over assigned to a person; null: unassigned. */
export interface MovedLead {
  readonly leadId: LeadId;
  readonly receiverId: AccountId | null;
}

interface LeadWithOwners {
  leadId: LeadId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
  version: number;
}

const columns = { sales: "sales_id", tutor: "tutor_id" } as const;

/**
 * Moves some of a person's leads, in the caller's transaction and in the order of their ids, with their
 * history and one event for all. Returns the moved leads; none when nothing is left. Leads outside the scope stay.
 */
export async function moveHeldLeads(tx: Tx, scope: Scope, move: Move): Promise<MovedLead[]> {
  const { rows } = await sql<LeadWithOwners>`
    select lead_id as "leadId", sales_id as "salesId", tutor_id as "tutorId", version from lead
    where ${visibleRows(scope, "lead")} and deleted_at is null and branch_id = ${move.branchId}
      and ${sql.ref(columns[move.role])} = ${move.person}
    order by lead_id limit ${move.limit} for no key update`.execute(tx);
  const receivers = rows.map((_, at) => move.to[(move.movedBefore + at) % move.to.length] ?? null);
  await give(tx, scope, { part: move, held: rows, receivers });
  return rows.map(({ leadId }, at) => ({ leadId, receiverId: receivers[at] ?? null }));
}

/**
 * Returns leads to the person they were moved from, as far as their receivers still have them. Answers which were returned.
 * Leads outside the scope stay.
 */
export async function returnHeldLeads(
  tx: Tx,
  scope: Scope,
  { moved, ...part }: Part & { moved: readonly MovedLead[] },
): Promise<LeadId[]> {
  const { rows } = await sql<LeadWithOwners>`
    select lead_id as "leadId", sales_id as "salesId", tutor_id as "tutorId", version from lead
    join unnest(${sql.val(moved.map(({ leadId }) => leadId))}::uuid[],
      ${sql.val(moved.map(({ receiverId }) => receiverId))}::uuid[]) as moved (id, receiver) on lead_id = moved.id
    where ${visibleRows(scope, "lead")} and deleted_at is null and branch_id = ${part.branchId}
      and ${sql.ref(columns[part.role])} is not distinct from moved.receiver
    order by lead_id for no key update of lead`.execute(tx);
  await give(tx, scope, { part, held: rows, receivers: rows.map(() => part.person) });
  return rows.map(({ leadId }) => leadId);
}

async function give(
  tx: Tx,
  scope: Scope,
  { part, held, receivers }: { part: Part; held: readonly LeadWithOwners[]; receivers: readonly (AccountId | null)[] },
): Promise<void> {
  if (held.length === 0) return;
  await sql`
    update lead set ${sql.ref(columns[part.role])} = moved.receiver, version = lead.version + 1, updated_at = now(),
      updated_by = ${part.actor.accountId}
    from unnest(${sql.val(held.map(({ leadId }) => leadId))}::uuid[], ${sql.val(receivers)}::uuid[]) as moved (id, receiver)
    where lead.organization_id = ${scope.organizationId} and lead.lead_id = moved.id`.execute(tx);
  const entries = held.flatMap(({ leadId }, at) => entryOf(leadId, receivers[at] ?? null, part));
  await addHistory(tx, scope, entries);
  const leads = held.map(({ leadId, salesId, tutorId, version }, at) => {
    const after = { salesId, tutorId, [`${part.role}Id`]: receivers[at] ?? null };
    return { leadId, branchId: part.branchId, ...after, version: version + 1, before: { salesId, tutorId } };
  });
  const about = { organizationId: scope.organizationId, aggregateId: part.person };
  await emit(tx, leadsHandedOver, { ...about, payload: { leads } });
}

function entryOf(leadId: LeadId, receiver: AccountId | null, { role, actor }: Part): HistoryEntry[] {
  if (role === "sales" && receiver) return assignment(leadId, receiver, actor.accountId);
  return [{ leadId, action: "edited", operatorId: actor.accountId, details: { fields: [role] } }];
}
