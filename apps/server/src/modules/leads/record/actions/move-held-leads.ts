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

/** Leads of one person at one branch that go to others in turn; to nobody when there are none. */
export interface Move {
  readonly from: AccountId;
  readonly branchId: BranchId;
  readonly role: HoldingRole;
  readonly to: readonly AccountId[];
  /** How many have gone to them before: whose turn it is. */
  readonly movedBefore: number;
  readonly limit: number;
  readonly actor: Actor;
}

interface Held {
  leadId: LeadId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
  version: number;
}

const columns = { sales: "sales_id", tutor: "tutor_id" } as const;

/**
 * Moves some of the leads that a person holds, in the caller's transaction and in the order of their ids, with their
 * history and one event for all. Answers how many; none when nothing is left. Leads out of the scope's sight stay.
 */
export async function moveHeldLeads(tx: Tx, scope: Scope, move: Move): Promise<number> {
  const held = await lockHeld(tx, scope, move);
  if (held.length === 0) return 0;
  const receivers = held.map((_, at) => move.to[(move.movedBefore + at) % move.to.length] ?? null);
  await sql`
    update lead set ${sql.ref(columns[move.role])} = moved.receiver, version = lead.version + 1, updated_at = now(),
      updated_by = ${move.actor.accountId}
    from unnest(${sql.val(held.map(({ leadId }) => leadId))}::uuid[], ${sql.val(receivers)}::uuid[]) as moved (id, receiver)
    where lead.organization_id = ${scope.organizationId} and lead.lead_id = moved.id`.execute(tx);
  const entries = held.flatMap(({ leadId }, at) => entryOf(leadId, receivers[at] ?? null, move));
  await addHistory(tx, scope, entries);
  const leads = held.map(({ leadId, salesId, tutorId, version }, at) => {
    const after = { salesId, tutorId, [`${move.role}Id`]: receivers[at] ?? null };
    return { leadId, branchId: move.branchId, ...after, version: version + 1, before: { salesId, tutorId } };
  });
  const about = { organizationId: scope.organizationId, aggregateId: move.from };
  await emit(tx, leadsHandedOver, { ...about, payload: { leads } });
  return held.length;
}

async function lockHeld(tx: Tx, scope: Scope, { from, branchId, role, limit }: Move): Promise<Held[]> {
  const found = await sql<Held>`
    select lead_id as "leadId", sales_id as "salesId", tutor_id as "tutorId", version from lead
    where ${visibleRows(scope, "lead")} and deleted_at is null and branch_id = ${branchId}
      and ${sql.ref(columns[role])} = ${from}
    order by lead_id limit ${limit} for no key update`.execute(tx);
  return found.rows;
}

function entryOf(leadId: LeadId, receiver: AccountId | null, { role, actor }: Move): HistoryEntry[] {
  if (role === "sales" && receiver) return assignment(leadId, receiver, actor.accountId);
  return [{ leadId, action: "edited", operatorId: actor.accountId, details: { fields: [role] } }];
}
