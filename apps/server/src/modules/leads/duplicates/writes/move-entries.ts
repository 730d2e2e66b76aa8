import type { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** What hangs on a lead and goes with it: the tables, each with the name of its ids. */
const tables = { lead_note: "note_id", lead_log: "log_id", lead_reminder: "reminder_id" } as const;
type Table = keyof typeof tables;

/** The ids of rows that went over, by table. */
export type MovedEntries = Record<Table, string[]>;

/** Hangs everything that one lead has on another: notes, history and reminders. Answers what that was. */
export async function moveEntries(
  tx: Tx,
  scope: Scope,
  { from, to }: { from: LeadId; to: LeadId },
): Promise<MovedEntries> {
  const moved: [Table, string[]][] = [];
  for (const [table, id] of Object.entries(tables) as [Table, string][]) {
    const rows = await sql<{ id: string }>`
      update ${sql.table(table)} set lead_id = ${to}
      where organization_id = ${scope.organizationId} and lead_id = ${from} returning ${sql.ref(id)} as id`.execute(tx);
    moved.push([table, rows.rows.map((row) => row.id)]);
  }
  return Object.fromEntries(moved) as MovedEntries;
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
}
