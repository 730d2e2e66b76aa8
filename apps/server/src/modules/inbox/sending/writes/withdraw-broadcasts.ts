import type { planStops } from "@homeroom/contract/failure-reasons";
import type { MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitAll } from "#platform/outbox/events";
import { type Conversation, publishMessageChanges } from "../../conversations/writes/change-conversation.ts";
import { messageQueued } from "../../events.ts";
import { queuedAgain } from "./queue-again.ts";

/**
 * Cancels a plan's messages that are still waiting to be sent, because a limit paused the plan. Messages behind
 * them in their conversations are still sent.
 */
export async function withdrawBroadcasts(
  tx: Tx,
  { organizationId }: Scope,
  { messageIds, reason }: { messageIds: readonly MessageId[]; reason: (typeof planStops)[number] },
): Promise<void> {
  const waiting = sql`organization_id = ${organizationId} and message_id = any(${sql.val([...messageIds])}::uuid[])
    and state = 'queued' and broadcast_plan_id is not null`;
  await sql`
    select from conversation
    where organization_id = ${organizationId}
      and conversation_id in (select conversation_id from message where ${waiting})
    order by conversation_id for no key update`.execute(tx);
  const moved = await sql<Conversation>`
    update conversation set version = version + 1
    where organization_id = ${organizationId}
      and conversation_id in (select conversation_id from message where ${waiting})
    returning *`.execute(tx);
  const held = moved.rows.map((one) => one.conversation_id);
  await sql`
    update message set state = 'cancelled', next_attempt_at = null, error_class = 'rate-limited', error_code = null,
      error_reason = ${reason}, error_detail = null, version = (select version from conversation
        where conversation.organization_id = message.organization_id
          and conversation.conversation_id = message.conversation_id)
    where ${waiting} and conversation_id = any(${sql.val(held)}::uuid[])`.execute(tx);
  await publishMessageChanges(tx, moved.rows);
  await emitAll(
    tx,
    messageQueued,
    moved.rows.map((one) => queuedAgain(one, null)),
  );
}
