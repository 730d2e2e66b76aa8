import type { RecordId } from "@homeroom/contract/ids";
import type { Rows } from "./rows.ts";
import type { Stage, Statements } from "./stage.ts";

/** A note of the lead that its writer can still change, and a reminder, both as they were first. */
export async function restoreLeadCard({ base }: Stage, rows: Rows): Promise<void> {
  const { leadId, noteId, noteWriterId, reminderId, salesId } = rows;
  await base.owner.query(
    `insert into lead_note (organization_id, note_id, lead_id, content, created_by)
     select organization_id, $2::uuid, lead_id, '致電', $3 from lead where lead_id = $1
     on conflict (organization_id, note_id) do update set deleted_at = null, content = '致電', created_at = now()`,
    [leadId, noteId, noteWriterId],
  );
  await clearReminders(base.owner, leadId, reminderId);
  await base.owner.query(
    `insert into lead_reminder (organization_id, reminder_id, lead_id, account_id, created_by, remind_at)
     select organization_id, $2::uuid, lead_id, $3::uuid, $3::uuid, '2099-01-02' from lead where lead_id = $1
     on conflict (organization_id, reminder_id) do update set done_at = null, done_by = null`,
    [leadId, reminderId, salesId],
  );
}

/** Those created by calls: a lead has a limited number of them. */
function clearReminders(owner: Statements, leadId: string, kept: RecordId) {
  return owner.query("delete from lead_reminder where lead_id = $1 and reminder_id <> $2", [leadId, kept]);
}
