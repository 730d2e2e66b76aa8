import type { ChannelId } from "@homeroom/contract/ids";
import type { ChannelTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inReadOnlySystemTransaction, type Tx } from "#platform/db/transaction";
import type { MessagingProvider } from "../../port.ts";

export type ListedChannel = Selectable<ChannelTable> & { last_received_at: Date | null };

const lastReceivedAt = sql<Date | null>`(select d.received_at from inbound_delivery d
  where d.organization_id = channel.organization_id and d.channel_id = channel.channel_id
  order by d.delivery_id desc limit 1)`;

/** The channels of one kind in the branches that the scope reaches, oldest first, with the time of the last event of each. */
export function channelsInScope(tx: Tx, scope: Scope, kind: MessagingProvider["kind"]): Promise<ListedChannel[]> {
  return channelsOf(tx, scope, kind)
    .selectAll("channel")
    .select(lastReceivedAt.as("last_received_at"))
    .orderBy("created_at")
    .orderBy("channel_id")
    .execute();
}

/**
 * Channels in use, of all organisations, that may have refused calls of which nobody was notified since the last accepted
 * one, nor today.
 */
export function untoldRefusals(db: Database): Promise<ListedChannel[]> {
  return inReadOnlySystemTransaction(db, (tx) =>
    tx
      .selectFrom("channel")
      .selectAll("channel")
      .select(lastReceivedAt.as("last_received_at"))
      .where("status", "=", 1)
      .where(sql<boolean>`exists (select from unclaimed_delivery u
        where u.kind = channel.kind and u.names && array[channel.external_id, channel.channel_id::text])`)
      .where(sql<boolean>`(refusal_told_at is null
        or refusal_told_at < now() - interval '1 day' and refusal_told_at < greatest(calls_tested_at, ${lastReceivedAt}))`)
      .execute(),
  );
}

/** Locks a channel that the scope reaches; undefined when there is none. */
export function lockChannelInScope(
  tx: Tx,
  scope: Scope,
  { channelId, kind }: { channelId: ChannelId; kind: MessagingProvider["kind"] },
): Promise<Selectable<ChannelTable> | undefined> {
  return channelsOf(tx, scope, kind)
    .selectAll("channel")
    .where("channel_id", "=", channelId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

function channelsOf(tx: Tx, scope: Scope, kind: MessagingProvider["kind"]) {
  const ofKind = tx
    .selectFrom("channel")
    .where("channel.organization_id", "=", scope.organizationId)
    .where("kind", "=", kind);
  return scope.branchIds ? ofKind.where("branch_id", "in", [...scope.branchIds]) : ofKind;
}
