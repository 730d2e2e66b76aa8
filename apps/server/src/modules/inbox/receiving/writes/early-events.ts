import { v7 } from "uuid";
import type { Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import type { InboundEvent } from "../../port.ts";

/** Stores an event whose message or person is still unknown; see apply-early-events.ts. */
export async function storeEarlyEvent(
  tx: Tx,
  channel: InboundChannel,
  about: { key: string; event: InboundEvent },
): Promise<void> {
  await tx
    .insertInto("early_event")
    .values({
      organization_id: channel.organizationId,
      early_event_id: v7(),
      channel_id: channel.channelId,
      provider_message_id: about.key,
      event: JSON.stringify(about.event),
    })
    .execute();
}

/**
 * Stores an event of an unknown person under each of their keys: a broadcast may know only their number. It waits
 * for as long as they are unknown.
 */
export async function storePersonEvent(
  tx: Tx,
  channel: InboundChannel,
  { keys, event }: { keys: readonly string[]; event: InboundEvent },
): Promise<void> {
  for (const key of keys) await storeEarlyEvent(tx, channel, { key: personEventKey(key), event });
}

/** The key under which an event waits for an unknown person. */
export function personEventKey(personKey: string): string {
  return `person:${personKey}`;
}

/** Removes and returns the events stored under these keys, in arrival order. */
export async function takeEarlyEvents(
  tx: Tx,
  channel: Pick<InboundChannel, "organizationId" | "channelId">,
  keys: readonly string[],
): Promise<InboundEvent[]> {
  const rows = await tx
    .deleteFrom("early_event")
    .where("organization_id", "=", channel.organizationId)
    .where("channel_id", "=", channel.channelId)
    .where("provider_message_id", "in", [...keys])
    .returning(["event", "early_event_id"])
    .execute();
  return rows
    .sort((one, other) => (one.early_event_id < other.early_event_id ? -1 : 1))
    .map((row) => revive(row.event));
}

/** Dates are strings in the stored event. */
function revive(kept: Record<string, unknown>): InboundEvent {
  const moments = ["at", "sentAt"].filter((key) => typeof kept[key] === "string");
  const revived = moments.map((key) => [key, new Date(kept[key] as string)] as const);
  return { ...kept, ...Object.fromEntries(revived) } as unknown as InboundEvent;
}
