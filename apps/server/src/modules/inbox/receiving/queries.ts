import type { BranchId, ChannelId, OrganizationId } from "@homeroom/contract/ids";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inReadOnlySystemTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { ListedChannel } from "../channels/queries/channel-settings.ts";
import { openChannel } from "../channels/queries/channels.ts";
import type { MessagingProvider, UnclaimedDelivery } from "../port.ts";

/** A stored delivery that waits to be processed. */
export interface WaitingDelivery {
  organizationId: OrganizationId;
  deliveryId: number;
  channelId: ChannelId;
  branchId: BranchId;
  kind: MessagingProvider["kind"];
  payload: Record<string, unknown>;
  isStatus: boolean;
}

/**
 * Unprocessed deliveries that are not loaded yet, oldest first: at most `words` of inbound messages, then at most `statuses`
 * of outbound ones. Takes no locks.
 */
export function waitingDeliveries(
  db: Database,
  wanted: { words: number; statuses: number; inHand: readonly number[] },
): Promise<WaitingDelivery[]> {
  return inReadOnlySystemTransaction(db, async (tx) => {
    const waiting = (which: RawBuilder<unknown>, limit: number) =>
      sql<WaitingDelivery>`
      select d.organization_id as "organizationId", d.delivery_id as "deliveryId", d.channel_id as "channelId",
        c.branch_id as "branchId", c.kind, d.payload, d.is_status as "isStatus"
      from inbound_delivery d join channel c using (organization_id, channel_id)
      where d.processed_at is null and d.given_up_at is null and ${which}
        and (d.next_attempt_at is null or d.next_attempt_at <= now())
        and d.delivery_id <> all(${sql.val([...wanted.inHand])}::bigint[])
      order by d.delivery_id limit ${limit}`.execute(tx);
    const [words, statuses] = await Promise.all([
      waiting(sql`not d.is_status`, wanted.words),
      wanted.statuses > 0 ? waiting(sql`d.is_status`, wanted.statuses) : { rows: [] },
    ]);
    return [...words.rows, ...statuses.rows];
  });
}

export interface GivenUpDelivery {
  deliveryId: number;
  channelName: string;
  kind: MessagingProvider["kind"];
  payload: Record<string, unknown>;
  problem: string;
  attempts: number;
  receivedAt: Date;
}

/** Deliveries that could not be processed, newest first. */
export async function givenUpDeliveries(
  tx: Tx,
  scope: Scope,
  page: { pageNum: number; pageSize: number },
): Promise<{ deliveries: GivenUpDelivery[]; total: number }> {
  const rows = await sql<GivenUpDelivery & { total: number }>`
    select d.delivery_id as "deliveryId", c.name as "channelName", c.kind, d.payload,
      coalesce(d.problem, '') as problem, d.attempts, d.received_at as "receivedAt", count(*) over ()::int as total
    from inbound_delivery d join channel c using (organization_id, channel_id)
    where d.organization_id = ${scope.organizationId} and d.given_up_at is not null
      and (${scope.branchIds === null} or c.branch_id = any(${sql.val([...(scope.branchIds ?? [])])}::uuid[]))
    order by d.delivery_id desc limit ${page.pageSize} offset ${(page.pageNum - 1) * page.pageSize}`.execute(tx);
  return { deliveries: rows.rows, total: rows.rows[0]?.total ?? 0 };
}

/**
 * The time of the newest call for each channel that its secret did not sign, if no later call or test was accepted.
 * Anyone can post such a call, so it is only a hint. Call it outside of a transaction.
 */
export async function refusedCalls(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  provider: MessagingProvider,
  channels: readonly ListedChannel[],
): Promise<Map<ChannelId, Date>> {
  const column = (read: (channel: ListedChannel) => string | null) => sql.val(channels.map(read));
  const { rows } = await inReadOnlySystemTransaction(db, (tx) =>
    sql<UnclaimedDelivery & { channelId: ChannelId }>`
      select wanted.channel_id as "channelId", body as "rawBody", signature, received_at as "receivedAt"
      from unnest(${column((one) => one.channel_id)}::uuid[], ${column((one) => one.external_id)}::text[],
        ${column((one) => lastAccepted(one)?.toISOString() ?? null)}::timestamptz[]) as wanted(channel_id, external_id, since)
      cross join lateral (
        select body, signature, received_at from unclaimed_delivery
        where kind = ${provider.kind} and names && array[wanted.external_id, wanted.channel_id::text]
          and received_at > coalesce(wanted.since, '-infinity')
        order by delivery_id desc limit 1) as newest`.execute(tx),
  );
  const newest = new Map(rows.map((row) => [row.channelId, row]));
  const refused = new Map<ChannelId, Date>();
  for (const channel of channels) {
    const call = newest.get(channel.channel_id);
    if (call && !provider.verifyUnclaimed(openChannel(secrets, channel), call))
      refused.set(channel.channel_id, call.receivedAt);
  }
  return refused;
}

function lastAccepted({ last_received_at: received, calls_tested_at: tested }: ListedChannel): Date | null {
  return received && tested && tested > received ? tested : (received ?? tested);
}
