import type { ChannelId, ConversationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { messageQueued } from "../../events.ts";
import type { MessagingProvider } from "../../port.ts";
import { lockChannelInScope } from "../queries/channel-settings.ts";

/** The sweep picks up the rest within half a minute. */
const wokenAtOnce = 500;

/**
 * Resumes a channel that its provider had stopped. Messages that failed meanwhile stay failed: staff decide which are still
 * worth sending. Does nothing to a running channel.
 */
export function resumeChannel(
  db: Database,
  actor: Actor,
  channelId: ChannelId,
  kind: MessagingProvider["kind"] = "whatsapp",
): Promise<void> {
  const permission = `org:${kind}:edit` as const;
  requirePermission(actor, permission);
  const scope = scopeOf(actor, permission);
  return inTransaction(db, scope, async (tx) => {
    const channel = await lockChannelInScope(tx, scope, { channelId, kind });
    if (!channel) throw new AppError("NOT_FOUND");
    if (channel.stopped_at === null) return;
    await liftStop(tx, scope, channelId);
    await recordChange(tx, actor, {
      module: "setting",
      action: "resumed",
      subject: { type: kind === "line" ? "lineChannel" : "channel", id: channelId, name: channel.name },
      before: { stoppedAt: channel.stopped_at, stoppedReason: channel.stopped_reason },
      after: { stoppedAt: null, stoppedReason: null },
    });
  });
}

/** Resumes a channel that the caller has locked, beginning with waiting messages. Its account counts as reinstated. */
export async function liftStop(tx: Tx, scope: Scope, channelId: ChannelId): Promise<void> {
  await tx
    .updateTable("channel")
    .set({
      stopped_at: null,
      stopped_reason: null,
      account_state: sql<string | null>`case when account_state ->> 'state' <> 'disabled' then account_state end`,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("channel_id", "=", channelId)
    .execute();
  await wakeConversations(tx, scope, channelId);
}

/** Requests delivery of due messages in the channel's conversations. Without locks: the order of the jobs does not matter. */
export async function wakeConversations(tx: Tx, { organizationId }: Scope, channelId: ChannelId): Promise<void> {
  const found = await sql<{ conversationId: ConversationId }>`
    select distinct conversation_id as "conversationId" from message
    where organization_id = ${organizationId} and channel_id = ${channelId} and state = 'queued'
      and (next_attempt_at is null or next_attempt_at <= now())
    limit ${wokenAtOnce}`.execute(tx);
  for (const { conversationId } of found.rows) {
    const payload = { conversationId, notBefore: null };
    await emit(tx, messageQueued, { organizationId, aggregateId: conversationId, payload });
  }
}
