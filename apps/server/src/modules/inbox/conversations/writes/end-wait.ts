import type { AccountId, MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { Conversation } from "./change-conversation.ts";

/**
 * Records that a person answered a waiting customer, with the length of the wait; `accountId` is null if it is not
 * known who answered. `conversation` is as it was before the answer. Records nothing if nobody was waiting.
 */
export async function endWait(
  tx: Tx,
  conversation: Conversation,
  answer: { messageId: MessageId; accountId: AccountId | null; at: Date },
): Promise<void> {
  const { organization_id, branch_id, waiting_since: since } = conversation;
  if (!since) return;
  const minutes = Math.max(0, Math.floor((answer.at.getTime() - since.getTime()) / 60_000));
  await tx
    .insertInto("answered_wait")
    .values({
      organization_id,
      message_id: answer.messageId,
      branch_id,
      account_id: answer.accountId,
      waited_since: since,
      answered_at: answer.at,
      answered_on: sql`branch_day(${organization_id}, ${branch_id}, ${answer.at}::timestamptz)`,
      minutes,
    })
    .execute();
}

/** Removes the record of an answer. Returns since when the customer waits, as before the answer. */
export async function resumeWait(tx: Tx, conversation: Conversation, messageId: MessageId): Promise<Date | null> {
  const removed = await tx
    .deleteFrom("answered_wait")
    .where("organization_id", "=", conversation.organization_id)
    .where("message_id", "=", messageId)
    .returning("waited_since")
    .executeTakeFirst();
  return removed?.waited_since ?? conversation.waiting_since;
}
