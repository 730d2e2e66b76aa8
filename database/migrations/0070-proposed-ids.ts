import { type Kysely, sql } from "kysely";

/** Tables whose ids a client may propose, with the id; accounts have their index since 0009. */
const proposed = [
  ["branch", "branch_id"],
  ["role", "role_id"],
  ["lead", "lead_id"],
  ["lead_log", "log_id"],
  ["lead_note", "note_id"],
  ["lead_reminder", "reminder_id"],
  ["lead_merge", "merge_id"],
  ["lead_bulk_run", "bulk_id"],
  ["lead_rule", "rule_id"],
  ["lead_absence", "absence_id"],
  ["import_run", "import_id"],
  ["message", "message_id"],
  ["scheduled_message", "scheduled_id"],
  ["notice", "notice_id"],
] as const;

/** A proposed id that another organisation uses is refused: an id alone must never stand for rows of two organisations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, id] of proposed) {
    await sql`create unique index ${sql.id(`${table}_identity`)} on ${sql.table(table)} (${sql.id(id)})`.execute(db);
  }
}
