import type { BranchId, LeadId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { maxReminders } from "@homeroom/contract/lead-card";
import type { LeadReminderTable } from "@homeroom/database/lead-card-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

export type Reminder = Selectable<LeadReminderTable>;

/** The open reminders of a lead, next first, with the text of their notes. */
export function openReminders(tx: Tx, scope: Scope, leadId: LeadId) {
  return tx
    .selectFrom("lead_reminder")
    .leftJoin("lead_note", (join) =>
      join
        .onRef("lead_note.organization_id", "=", "lead_reminder.organization_id")
        .onRef("lead_note.note_id", "=", "lead_reminder.note_id"),
    )
    .selectAll("lead_reminder")
    .select("lead_note.content")
    .where("lead_reminder.organization_id", "=", scope.organizationId)
    .where("lead_reminder.lead_id", "=", leadId)
    .where("lead_reminder.done_at", "is", null)
    .orderBy("lead_reminder.remind_at")
    .orderBy("lead_reminder.reminder_id")
    .limit(maxReminders)
    .execute();
}

/** The reminders that were written with notes, by the notes' ids. */
export async function remindersOfNotes(
  tx: Tx,
  scope: Scope,
  noteIds: readonly RecordId[],
): Promise<Map<RecordId, Reminder>> {
  if (noteIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("lead_reminder")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("note_id", "in", [...noteIds])
    .execute();
  return new Map(rows.flatMap((row) => (row.note_id ? [[row.note_id, row] as const] : [])));
}

/** Organisations with due reminders. */
export function organizationsToRemind(db: Database): Promise<OrganizationId[]> {
  return inSystemTransaction(db, async (tx) => {
    const found = await sql<{ id: OrganizationId }>`
      select distinct organization_id as id from lead_reminder
      where remind_at <= now() and sent_at is null and done_at is null`.execute(tx);
    return found.rows.map(({ id }) => id);
  });
}

/** A day at a branch whose people have not been sent their list of contacts yet. */
export interface Morning {
  organizationId: OrganizationId;
  branchId: BranchId;
  day: string;
}

/** Branches where it is after nine in the morning and not yet evening, and the day's list has not been sent. */
export function dueMornings(db: Database): Promise<Morning[]> {
  return inSystemTransaction(db, async (tx) => {
    const found = await sql<Morning>`
      select branch.organization_id as "organizationId", branch.branch_id as "branchId", place.day::date::text as day
      from known_branch branch cross join lateral (select now() at time zone branch.time_zone as day) place
      where branch.status = 1 and place.day::time between '09:00' and '20:00' and not exists (
        select from contact_morning told
        where told.organization_id = branch.organization_id and told.branch_id = branch.branch_id
          and told.day = place.day::date)
      limit 500`.execute(tx);
    return found.rows;
  });
}
