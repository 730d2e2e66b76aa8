import { chat } from "@homeroom/contract/chat";
import type { ChannelId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { channelById, openChannel } from "../../channels/queries/channels.ts";
import { type Inbox, providerOf } from "../../inbox.ts";
import type { UnclaimedDelivery } from "../../port.ts";
import { storeDeliveries } from "./store-deliveries.ts";

const atOnce = 50;

/**
 * Stores deliveries for a channel from before it was connected, in order of arrival. Deliveries that the channel's secret
 * did not sign are left alone: they expire, unless the secret is corrected. Idempotent: an event that is already stored is left
 * out, so a delivery that names several channels may be replayed for each of them.
 */
export async function replayUnclaimed(inbox: Inbox, scope: Scope, channelId: ChannelId): Promise<void> {
  const { db, secrets } = inbox.platform;
  const { organizationId } = scope;
  const channel = await inTransaction(db, scope, (tx) => channelById(tx, organizationId, channelId));
  if (channel?.status !== 1) return;
  const provider = providerOf(inbox, channel.kind);
  const access = openChannel(secrets, channel);
  const names = [channel.external_id, channelId, channel.settings["businessAccountId"] ?? ""].filter(Boolean);
  for (let after = 0; ; ) {
    const found = await inSystemTransaction(db, (tx) =>
      sql<UnclaimedDelivery & { deliveryId: number }>`
        select delivery_id as "deliveryId", body as "rawBody", signature, received_at as "receivedAt"
        from unclaimed_delivery
        where kind = ${channel.kind} and names && ${sql.val(names)}::text[] and delivery_id > ${after}
        order by delivery_id limit ${atOnce}`.execute(tx),
    );
    for (const { deliveryId, ...delivery } of found.rows) {
      const events = provider.verifyUnclaimed(access, delivery);
      if (events)
        await storeDeliveries(
          db,
          events.map((event) => ({ organizationId, channelId, ...event })),
        );
      after = deliveryId;
    }
    if (found.rows.length < atOnce) return;
  }
}

/** Resets a delivery that was given up, so that it gets as many attempts as a new one. */
export function rerunDelivery(db: Database, actor: Actor, deliveryId: string): Promise<void> {
  requireAccess(actor, chat.rerunDelivery);
  const scope = scopeOf(actor, "org:whatsapp:edit");
  return inTransaction(db, scope, async (tx) => {
    const result = await sql<{ name: string }>`
      update inbound_delivery d set given_up_at = null, attempts = 0, next_attempt_at = null
      from channel c
      where d.organization_id = ${scope.organizationId} and d.delivery_id = ${deliveryId} and d.given_up_at is not null
        and c.organization_id = d.organization_id and c.channel_id = d.channel_id
        and (${scope.branchIds === null} or c.branch_id = any(${sql.val([...(scope.branchIds ?? [])])}::uuid[]))
      returning c.name`.execute(tx);
    const [channel] = result.rows;
    if (!channel) throw new AppError("NOT_FOUND");
    await sql`select pg_notify('inbound_delivery', '')`.execute(tx);
    const subject = { type: "delivery", id: deliveryId, name: channel.name };
    await recordChange(tx, actor, { module: "setting", action: "rerun", subject });
  });
}
