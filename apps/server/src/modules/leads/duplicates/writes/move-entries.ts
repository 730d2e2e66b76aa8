import type { LeadId } from "@homeroom/contract/ids";
import { leadActions } from "@homeroom/contract/leads";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The tables of a lead's entries that move with it, each with its id column. */
const tables = {
  lead_note: "note_id",
  lead_log: "log_id",
  lead_reminder: "reminder_id",
  sale_order: "order_id",
  transfer_proof: "proof_id",
  // The lead's origin, and what was reported about it.
  landing_click: "click_id",
  landing_entry: "entry_id",
  ad_lead: "ad_lead_id",
  conversion_event: "event_id",
} as const;
type Table = keyof typeof tables;

/** The ids of moved rows, by table. */
export type MovedEntries = Record<Table, string[]>;

/**
 * Moves everything of one lead to another: notes, history, reminders, orders, transfer proofs, origin. A stage that both have
 * reported to Meta stays where it is. Returns what was moved.
 */
export async function moveEntries(
  tx: Tx,
  scope: Scope,
  { from, to }: { from: LeadId; to: LeadId },
): Promise<MovedEntries> {
  const moved: [Table, string[]][] = [];
  for (const [table, id] of Object.entries(tables) as [Table, string][]) {
    const rows = await sql<{ id: string }>`
      update ${sql.table(table)} set lead_id = ${to}
      where organization_id = ${scope.organizationId} and lead_id = ${from}
        and ${mayMove(table, to)}
      returning ${sql.ref(id)} as id`.execute(tx);
    moved.push([table, rows.rows.map((row) => row.id)]);
  }
  await readStages(tx, scope, [from, to]);
  return Object.fromEntries(moved) as MovedEntries;
}

/** A stage of a lead is sent once: a stage that both leads have would be sent twice. */
function mayMove(table: Table, to: LeadId) {
  if (table !== "conversion_event") return sql`true`;
  return sql`not exists (select from conversion_event other where other.organization_id = conversion_event.organization_id
    and other.lead_id = ${to} and other.stage = conversion_event.stage)`;
}

/** Moves rows back to the lead that they came from, as far as they still exist. */
export async function moveEntriesBack(
  tx: Tx,
  scope: Scope,
  { moved, from, to }: { moved: Partial<Record<string, string[]>>; from: LeadId; to: LeadId },
): Promise<void> {
  for (const [table, id] of Object.entries(tables)) {
    await sql`
      update ${sql.table(table)} set lead_id = ${to}
      where organization_id = ${scope.organizationId} and lead_id = ${from}
        and ${sql.ref(id)} = any(${sql.val(moved[table] ?? [])}::uuid[])`.execute(tx);
  }
  await readStages(tx, scope, [from, to]);
}

/** Recomputes the stage of leads from their current history. */
async function readStages(tx: Tx, scope: Scope, leadIds: LeadId[]): Promise<void> {
  const { trialBooked, trialAttended, repeatLead } = leadActions;
  await sql`
    update lead set (trial_booked_at, trial_attended_at, repeated_at) = (
      select min(created_at) filter (where action_type = ${trialBooked}),
        min(created_at) filter (where action_type = ${trialAttended}),
        max(created_at) filter (where action_type = ${repeatLead})
      from lead_log log where log.organization_id = lead.organization_id and log.lead_id = lead.lead_id
        and action_type in (${trialBooked}, ${trialAttended}, ${repeatLead}))
    where organization_id = ${scope.organizationId} and lead_id = any(${sql.val(leadIds)}::uuid[])`.execute(tx);
}
