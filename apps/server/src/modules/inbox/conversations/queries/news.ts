import type { AccountId, ConversationId, LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A changed conversation, for people with access to it. */
export interface ConversationNews {
  conversationId: ConversationId;
  leadId: LeadId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
  unreadCount: number;
  /** Grows with every message. */
  lastPosition: number;
  lastInboundAt: Date | null;
}

const atOnce = 5000;

/**
 * The conversations that changed in or after a transaction; without one, those of the last ten minutes. `until` is what to
 * ask for next time: a conversation may be returned twice, but none is missed.
 */
export async function conversationNews(
  tx: Tx,
  scope: Scope,
  since: string | null,
): Promise<{ conversations: ConversationNews[]; until: string }> {
  const running = await sql<{ xmin: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(tx);
  const changed =
    since === null ? sql`last_message_at > now() - interval '10 minutes'` : sql`changed_xid >= ${since}::xid8`;
  const found = await sql<ConversationNews & { changedXid: string }>`
    select conversation_id as "conversationId", lead_id as "leadId", sales_id as "salesId", tutor_id as "tutorId",
      unread_count as "unreadCount", last_position as "lastPosition", last_inbound_at as "lastInboundAt",
      changed_xid::text as "changedXid"
    from conversation where organization_id = ${scope.organizationId} and ${changed}
    order by changed_xid limit ${atOnce}`.execute(tx);
  const last = found.rows.length === atOnce ? found.rows.at(-1) : undefined;
  return { conversations: found.rows, until: last?.changedXid ?? running.rows[0]?.xmin ?? "0" };
}
