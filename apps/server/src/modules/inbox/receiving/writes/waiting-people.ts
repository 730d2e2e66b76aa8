import type { OrganizationId } from "@homeroom/contract/ids";
import type { InboundEvent } from "../../port.ts";
import type { WaitingDelivery } from "../queries.ts";
import { type PlainDelivery, plainEvent } from "./plain-events.ts";

/** A delivery in hand. */
export interface InHand {
  delivery: WaitingDelivery;
  /** What is in it; or the error of the provider's parser, which is a fault of ours. */
  read: { events: readonly InboundEvent[] } | { fault: unknown };
}

/** The deliveries in hand of one person, in their order. */
export interface Person {
  readonly key: string;
  readonly organizationId: OrganizationId;
  readonly queue: InHand[];
  /** How many of the first ones must be processed alone, being rare or having failed with others. */
  alone: number;
}

/** Who a delivery is about: what shares the key is processed in order. */
export function personKey({ delivery, read }: InHand): string {
  const [event] = "events" in read ? read.events : [];
  const person = event && personIn(event);
  const fallback = event?.type === "status" ? event.providerMessageId : String(delivery.deliveryId);
  return `${delivery.channelId}:${person?.userId ?? person?.phone ?? fallback}`;
}

function personIn(event: InboundEvent) {
  if (event.type === "status") return event.recipient;
  if (event.type === "sentElsewhere") return event.to;
  return "from" in event ? event.from : undefined;
}

/** Whether the person's next delivery is to be processed alone. */
export function goesAlone(person: Person): boolean {
  const [next] = person.queue;
  return person.alone > 0 || (next !== undefined && plainOf(next) === null);
}

/** Whether nothing that waits of the person was said by them. */
export function hasOnlyStatuses({ queue }: Person): boolean {
  return queue.every(({ delivery }) => delivery.isStatus);
}

/** The person's next deliveries that may be processed with others, at most `limit`. */
export function plainRun({ queue }: Person, limit: number): PlainDelivery[] {
  const run: PlainDelivery[] = [];
  for (const one of queue) {
    const plain = run.length < limit ? plainOf(one) : null;
    if (!plain) break;
    run.push(plain);
  }
  return run;
}

function plainOf({ delivery, read }: InHand): PlainDelivery | null {
  const event = "events" in read ? plainEvent(read.events) : null;
  return event && { delivery, event };
}
