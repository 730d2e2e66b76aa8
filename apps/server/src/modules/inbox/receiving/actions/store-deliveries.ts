import { type RawBuilder, sql } from "kysely";
import { removeOldRows } from "#platform/db/remove-old-rows";
import { type Database, inSystemTransaction } from "#platform/db/transaction";
import type { MessagingProvider, UnclaimedDelivery } from "../../port.ts";
import { personEventKey } from "../writes/early-events.ts";

/** One event of a provider, to be stored unchanged. */
export interface NewDelivery {
  organizationId: string;
  channelId: string;
  /** A repeated event has the same id. */
  eventId: string;
  payload: unknown;
  /** A status of one of our messages: customers' messages are processed first. */
  isStatus?: boolean;
}

/** Stores deliveries in one statement, leaving out those that are already stored. */
export function storeDeliveries(db: Database, deliveries: readonly NewDelivery[]): Promise<void> {
  const column = (read: (delivery: NewDelivery) => string) => sql.val(deliveries.map(read));
  return inSystemTransaction(db, async (tx) => {
    await sql`
      insert into inbound_delivery (organization_id, channel_id, event_id, payload, is_status)
      select * from unnest(${column((one) => one.organizationId)}::uuid[], ${column((one) => one.channelId)}::uuid[],
        ${column((one) => one.eventId)}::text[], ${column((one) => JSON.stringify(one.payload))}::jsonb[],
        ${sql.val(deliveries.map((one) => one.isStatus ?? false))}::boolean[])
      on conflict (organization_id, channel_id, event_id) do nothing`.execute(tx);
  });
}

const keptDays = 30;
const unclaimedDays = 7;

/**
 * Removes a batch of processed deliveries, and of early events whose message never came, once no provider repeats them
 * any more. Returns whether there may be more.
 */
export async function removeOldEvents(db: Database): Promise<boolean> {
  const more = [
    await removeOldRows(db, "inbound_delivery", sql`processed_at < ${daysAgo(keptDays)}`),
    // Meta repeats a delivery for seven days; older ones are of no use when a number is connected.
    await removeOldRows(db, "unclaimed_delivery", sql`received_at < ${daysAgo(unclaimedDays)}`),
    // Kept without limit: an unknown person who stopped marketing may become a receiver at any time.
    await removeOldRows(
      db,
      "early_event",
      sql`created_at < ${daysAgo(keptDays)} and not starts_with(provider_message_id, ${personEventKey("")})`,
    ),
  ];
  return more.includes(true);
}

function daysAgo(days: number): RawBuilder<Date> {
  return sql`now() - make_interval(days => ${days})`;
}

/** Anybody can post here, so unclaimed deliveries are limited in size, per name and in total. */
const maxBytesEach = 256 * 1024;
const maxNames = 20;
const maxOfOneName = 1000;
const maxRows = 20_000;
const maxBytes = 200 * 1024 * 1024;

/**
 * Stores a delivery that names no channel of ours, so that a number connected within a week loses no messages. It is not
 * trusted until its signature can be checked. Returns false if it is already stored (Meta repeats refused calls), is
 * too large, or too much is stored.
 */
export async function storeUnclaimed(
  db: Database,
  kind: MessagingProvider["kind"],
  { names, rawBody, signature, receivedAt }: UnclaimedDelivery & { names: readonly string[] },
): Promise<boolean> {
  const storable = names.filter((name) => name.length <= 64 && !name.includes("\0"));
  if (storable.length === 0 || storable.length > maxNames || rawBody.length > maxBytesEach) return false;
  const list = sql`${sql.val(storable)}::text[]`;
  const kept = await inSystemTransaction(db, (tx) =>
    sql`
      insert into unclaimed_delivery (kind, names, signature, body, bytes, received_at)
      select ${kind}, ${list}, ${signature}, ${rawBody}, ${rawBody.length}::int, ${receivedAt}::timestamptz
      from (select count(*) as rows, coalesce(sum(bytes), 0) as bytes,
          count(*) filter (where names && ${list}) as same,
          count(*) filter (where names && ${list} and signature = ${signature} and body = ${rawBody}) as repeats from unclaimed_delivery) as there
      where there.repeats = 0 and there.rows < ${maxRows}::int and there.bytes < ${maxBytes}::int and there.same < ${maxOfOneName}::int`.execute(
      tx,
    ),
  );
  return kept.numAffectedRows === 1n;
}
