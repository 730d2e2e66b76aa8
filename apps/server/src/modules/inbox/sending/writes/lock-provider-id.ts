import type { ChannelId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";

/**
 * Serialises transactions on a provider's message id. Without it an event could look for its message in
 * vain while that message is being recorded, which in turn does not see the event: both would wait for ever.
 */
export async function lockProviderId(tx: Tx, channelId: ChannelId, providerMessageId: string): Promise<void> {
  await lockKeys(tx, [messageKey(channelId, providerMessageId)]);
}

/** The same for many ids of a channel. */
export async function lockProviderIds(tx: Tx, channelId: ChannelId, ids: readonly string[]): Promise<void> {
  await lockKeys(
    tx,
    ids.map((id) => messageKey(channelId, id)),
  );
}

/** The same for many ids without waiting. Returns the keys that were free; a key is `messageKey(channelId, id)`. */
export async function tryLockMessages(tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string; locked: boolean }>`
    select name, pg_try_advisory_xact_lock(hashtextextended(name, 4811002)) as locked
    from unnest(${sql.val([...new Set(keys)])}::text[]) as wanted(name)`.execute(tx);
  return new Set(rows.flatMap(({ name, locked }) => (locked ? [name] : [])));
}

/** The key of a provider's message. */
export function messageKey(channelId: ChannelId, providerMessageId: string): string {
  return `message:${channelId}:${providerMessageId}`;
}

/** Locks a person of a channel, even one without a row yet, for one transaction at a time. */
export async function lockPerson(tx: Tx, channelId: ChannelId, keys: readonly string[]): Promise<void> {
  await lockKeys(
    tx,
    keys.map((key) => `person:${channelId}:${key}`),
  );
}

/** Takes the locks in the order of their names, so that two transactions with the same ones never deadlock. */
async function lockKeys(tx: Tx, names: readonly string[]): Promise<void> {
  const ordered = [...names].sort();
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 4811002))
    from unnest(${sql.val(ordered)}::text[]) with ordinality as wanted(name, place) order by place`.execute(tx);
}
