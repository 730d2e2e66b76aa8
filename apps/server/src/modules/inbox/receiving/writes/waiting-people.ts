import type { OrganizationId } from "@homeroom/contract/ids";
import type { InboundEvent } from "../../port.ts";
import type { WaitingDelivery } from "../queries.ts";
import { type PlainDelivery, plainEvent } from "./plain-events.ts";

/** A delivery loaded into this process. */
export interface LoadedDelivery {
  delivery: WaitingDelivery;
  /** Its events, or our parser's error. */
  read: { events: readonly InboundEvent[] } | { fault: unknown };
}

/** The loaded deliveries of one person, in order. */
export interface Person {
  readonly key: string;
  readonly organizationId: OrganizationId;
  readonly queue: LoadedDelivery[];
  /** How many, from the first on, must be processed alone: rare kinds, or ones that failed in a batch. */
  alone: number;
}

/** Key of the person a delivery concerns; deliveries with the same key are processed in order. */
export function personKey({ delivery, read }: LoadedDelivery): string {
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

/** Whether the person's next delivery must be processed alone. */
export function goesAlone(person: Person): boolean {
  const [next] = person.queue;
  return person.alone > 0 || (next !== undefined && plainOf(next) === null);
}

/** Whether all waiting deliveries of the person are statuses. */
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

function plainOf({ delivery, read }: LoadedDelivery): PlainDelivery | null {
  const event = "events" in read ? plainEvent(read.events) : null;
  return event && { delivery, event };
}
