import type { LeadId } from "@homeroom/contract/ids";
import { leadActions } from "@homeroom/contract/leads";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** What hangs on a lead and goes with it: the tables, each with the name of its ids. */
const tables = {
  lead_note: "note_id",
  lead_log: "log_id",
  lead_reminder: "reminder_id",
  sale_order: "order_id",
  transfer_proof: "proof_id",
  // How the lead came, and what was reported of it.
  landing_click: "click_id",
  landing_entry: "entry_id",
  ad_lead: "ad_lead_id",
  conversion_event: "event_id",
} as const;
type Table = keyof typeof tables;

/** The ids of rows that went over, by table. */
export type MovedEntries = Record<Table, string[]>;

/**
 * Hangs everything that one lead has on another: notes, history, reminders, orders, pictures of transfers, and how it came. A stage that both have
 * reported to Meta stays where it is. Answers what went over.
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

/** A stage of a lead is sent once: one that the other lead has too would be sent twice. */
function mayMove(table: Table, to: LeadId) {
  if (table !== "conversion_event") return sql`true`;
  return sql`not exists (select from conversion_event other where other.organization_id = conversion_event.organization_id
    and other.lead_id = ${to} and other.stage = conversion_event.stage)`;
}

/** Hangs rows that went over back on the lead that they came from, as far as they are there. */
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

/** Says of leads how far they have come by the history that they have now. */
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
