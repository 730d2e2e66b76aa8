import { MessageId, type RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { LeadRows } from "./lead-rows.ts";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** The entries of a conversation besides its messages, and the organisation's quick replies. */
export interface ComposerRows {
  /** A waiting message, a note and a scheduled message, all by the person with access to the rows. */
  waitingId: MessageId;
  conversationNoteId: MessageId;
  scheduledId: RecordId;
  /** A group with one reply, and one without. */
  replyGroupId: RecordId;
  replyId: RecordId;
  spareGroupId: RecordId;
}

export function composerIds(): ComposerRows {
  return {
    waitingId: MessageId.parse(v7()),
    conversationNoteId: MessageId.parse(v7()),
    scheduledId: newId(),
    replyGroupId: newId(),
    replyId: newId(),
    spareGroupId: newId(),
  };
}

/** As they were first. Waiting messages are due long after the test. */
export async function restoreComposer({ base }: Stage, rows: LeadRows & ComposerRows): Promise<void> {
  const { owner } = base;
  const line = `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction,
      kind, text, sender_id, author, state, next_attempt_at, sent_at, version)
    select organization_id, $2::uuid, conversation_id, $3, contact_id, last_position + $4, 'out', $5, '內部', $6::uuid, 'staff', $7,
      '2099-01-01', now(), version from conversation where conversation_id = $1
    on conflict (organization_id, message_id) do update set state = excluded.state, sender_id = excluded.sender_id,
      text = excluded.text, revoked_at = null, attempts = 0, next_attempt_at = excluded.next_attempt_at`;
  const said = [
    [rows.waitingId, 1000, "text", "queued"],
    [rows.conversationNoteId, 1001, "note", "sent"],
  ] as const;
  for (const [id, place, kind, state] of said)
    await owner.query(line, [rows.conversationId, id, rows.channelId, place, kind, rows.noteWriterId, state]);
  await owner.query(
    `insert into scheduled_message (organization_id, scheduled_id, contact_id, kind, text, send_at, created_by)
     select organization_id, $2::uuid, contact_id, 'text', '稍後', '2099-01-01', $3::uuid
     from conversation where conversation_id = $1
     on conflict (organization_id, scheduled_id) do update set state = 'waiting', version = 1, created_by = excluded.created_by`,
    [rows.conversationId, rows.scheduledId, rows.noteWriterId],
  );
  await restoreReplies({ base }, rows);
}

async function restoreReplies({ base }: Stage, rows: LeadRows & ComposerRows): Promise<void> {
  for (const id of [rows.replyGroupId, rows.spareGroupId]) {
    await base.owner.query(
      `insert into reply_group (organization_id, group_id, name) values ($1, $2::uuid, $2::uuid::text)
       on conflict (organization_id, group_id) do update set name = excluded.name`,
      [rows.organizationId, id],
    );
  }
  await base.owner.query("delete from reply_message where group_id = $1", [rows.spareGroupId]);
  await base.owner.query(
    `insert into reply_message (organization_id, reply_id, group_id, content) values ($1, $2::uuid, $3, '稍後回覆您')
     on conflict (organization_id, reply_id) do update set group_id = excluded.group_id`,
    [rows.organizationId, rows.replyId, rows.replyGroupId],
  );
}
