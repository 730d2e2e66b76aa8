import type { InboundEvent, InboundMessage, InboundStatus } from "../../port.ts";
import type { WaitingDelivery } from "../queries.ts";

/** A delivery with a single event of a kind that can be applied in batches. */
export interface PlainDelivery {
  delivery: WaitingDelivery;
  event: InboundMessage | InboundStatus;
}

/**
 * The event of a delivery if it may be applied together with others: a message without a file, or a status other than
 * a failure. Everything else is rare or needs additional writes, and is processed alone.
 */
export function plainEvent(events: readonly InboundEvent[]): PlainDelivery["event"] | null {
  const [event] = events;
  if (!event || events.length > 1) return null;
  if (event.type === "message") return isPlainMessage(event) ? event : null;
  if (event.type === "status") return event.status === "failed" || event.error ? null : event;
  return null;
}

function isPlainMessage({ kind, groupId, media, from }: InboundMessage): boolean {
  return kind !== "reaction" && groupId === undefined && !media && Boolean(from.userId ?? from.phone);
}
