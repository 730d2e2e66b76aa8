import type { ConversationId, MessageId, OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { organizationScope } from "#platform/db/scope";
import { type Database, inSystemTransaction } from "#platform/db/transaction";
import { sendingStaleSeconds } from "../../rules.ts";
import { recordUnsure } from "../writes/record-attempt.ts";

const atOnce = 500;

/** Marks messages that a dead process was sending as unsure. Returns how many there were. */
export async function settleAbandoned(db: Database): Promise<number> {
  const staleBefore = new Date(Date.now() - sendingStaleSeconds * 1000);
  const found = await inSystemTransaction(db, (tx) =>
    sql<{ organizationId: OrganizationId; messageId: MessageId }>`
      select organization_id as "organizationId", message_id as "messageId" from message
      where state = 'sending' and sending_since < ${staleBefore} order by sending_since limit ${atOnce}`.execute(tx),
  );
  let settled = 0;
  for (const { organizationId, messageId } of found.rows) {
    const scope = organizationScope(organizationId);
    if (await recordUnsure(db, scope, { messageId, staleBefore })) settled += 1;
  }
  return settled;
}

/** Conversations whose next message has been due for a while and whose job is missing, for example lost with a process. */
export async function forgottenConversations(
  db: Database,
): Promise<{ organizationId: OrganizationId; conversationId: ConversationId }[]> {
  const found = await inSystemTransaction(db, (tx) =>
    sql<{ organizationId: OrganizationId; conversationId: ConversationId }>`
      select distinct organization_id as "organizationId", conversation_id as "conversationId" from message queued
      where state = 'queued' and created_at < now() - interval '15 seconds'
        and (next_attempt_at is null or next_attempt_at < now() - interval '15 seconds')
        and not exists (select from message sending
          where sending.organization_id = queued.organization_id and sending.conversation_id = queued.conversation_id
            and sending.state = 'sending')
      limit ${atOnce}`.execute(tx),
  );
  return found.rows;
}
