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

/** More than these are taken up by the sweep, within half a minute. */
const wokenAtOnce = 500;

/**
 * Lets a channel that its provider had stopped send again. What failed meanwhile stays failed: staff decide what is still
 * worth sending. A channel that runs stays as it is.
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

/** Lets a channel that the caller has locked send again, beginning with what waits. Its account counts as reinstated. */
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

/** Has sent what waits in the channel's conversations and is due. Their rows need no lock: an order of jobs means nothing. */
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
