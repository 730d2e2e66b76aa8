import type { ConversationId, OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { changeConversation, lockConversation, publishConversationChange } from "../writes/change-conversation.ts";
import { publishFreed } from "./hold-conversation.ts";

const atOnce = 200;

/** Ends the holds of an ended session, so that its conversations are free for everyone. */
export async function endHoldsOfSession(db: Database, scope: Scope, sessionId: string): Promise<void> {
  const held = await inTransaction(db, scope, (tx) =>
    tx
      .selectFrom("conversation_hold")
      .select("conversation_id")
      .where("organization_id", "=", scope.organizationId)
      .where("session_id", "=", sessionId)
      .execute(),
  );
  for (const { conversation_id: conversationId } of held) await endHold(db, scope, { conversationId, sessionId });
}

/**
 * Removes holds that have been idle for too long, which stopped counting when they expired, and publishes that. Returns how many
 * there were. Several processes may run this at once.
 */
export async function endIdleHolds(db: Database): Promise<number> {
  const idle = await inSystemTransaction(db, (tx) =>
    sql<{ organizationId: OrganizationId; conversationId: ConversationId }>`
      select organization_id as "organizationId", conversation_id as "conversationId" from conversation_hold
      where expires_at <= clock_timestamp() order by expires_at limit ${atOnce}`.execute(tx),
  );
  for (const { organizationId, conversationId } of idle.rows)
    await endHold(db, organizationScope(organizationId), { conversationId });
  return idle.rows.length;
}

/** Removes viewers whose browsers last reported an open conversation long ago. */
export async function forgetViewers(db: Database): Promise<void> {
  await inSystemTransaction(db, (tx) =>
    sql`delete from conversation_viewer where viewing_until < now() - interval '10 minutes'`.execute(tx),
  );
}

function endHold(
  db: Database,
  scope: Scope,
  of: { conversationId: ConversationId; sessionId?: string },
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const conversation = await lockConversation(tx, scope.organizationId, { conversationId: of.conversationId });
    if (!conversation) return;
    const stillSo = tx
      .deleteFrom("conversation_hold")
      .where("organization_id", "=", scope.organizationId)
      .where("conversation_id", "=", of.conversationId);
    const ended = of.sessionId
      ? stillSo.where("session_id", "=", of.sessionId)
      : stillSo.where("expires_at", "<=", sql<Date>`clock_timestamp()`);
    const hold = await ended.returningAll().executeTakeFirst();
    if (!hold) return;
    await publishConversationChange(tx, await changeConversation(tx, conversation, {}), null);
    await publishFreed(tx, conversation, hold);
  });
}
