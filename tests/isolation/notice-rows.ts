import type { LeadId } from "@homeroom/contract/ids";
import type { LeadRows, RowsOf } from "./lead-rows.ts";
import { newId } from "./new-id.ts";
import type { Stage, Statements } from "./stage.ts";
import type { World } from "./world.ts";

/**
 * A notice for one person alone, a draft for them, and a notification: of the limited person, or of the person with
 * access to the rows.
 */
export async function writeNotices({ base, limited }: World, of: RowsOf, leadId: LeadId) {
  const reader = of.sales === limited.accountId ? of.sales : of.writer.accountId;
  const ids = {
    noticeId: newId(),
    draftId: newId(),
    notificationId: newId(),
  };
  await base.owner.query(
    `insert into notice (organization_id, notice_id, title, content, type, level, target_type, target_ids, published_at)
     select organization_id, n.id, $3, '<p>內容</p>', 'general', 'urgent', 2, array[$2::uuid], n.at
     from lead cross join (values ($4::uuid, now()), ($5::uuid, null)) n(id, at) where lead_id = $1`,
    [leadId, reader, `給${of.customer.name}的公告`, ids.noticeId, ids.draftId],
  );
  await notifyReader(base.owner, leadId, ids);
  return ids;
}

async function notifyReader(
  owner: Statements,
  leadId: LeadId,
  { noticeId, notificationId }: Pick<LeadRows, "noticeId" | "notificationId">,
): Promise<void> {
  await owner.query(
    `insert into notification (organization_id, notification_id, account_id, kind, subject_id, subject_version, lead_id)
     select organization_id, $2, target_ids[1], 'lead.assigned', $3, 1000, $3 from notice where notice_id = $1
     on conflict do nothing`,
    [noticeId, notificationId, leadId],
  );
}

/**
 * Publishes the notice again and recreates the draft; announces the lead again, since that is withdrawn when the lead
 * changes hands.
 */
export async function restoreNotices({ base: { owner } }: Stage, rows: LeadRows): Promise<void> {
  const { noticeId, draftId } = rows;
  await notifyReader(owner, rows.leadId, rows);
  await owner.query(
    `insert into notice (organization_id, notice_id, title, content, type, level, target_type, target_ids)
     select organization_id, $2, title, content, type, level, target_type, target_ids from notice where notice_id = $1
     on conflict (organization_id, notice_id) do nothing`,
    [noticeId, draftId],
  );
  await owner.query(
    `update notice set version = 1, revoked_at = null, published_at = case when notice_id = $1 then now() end
     where notice_id in ($1, $2)`,
    [noticeId, draftId],
  );
}
