import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseAway } from "#platform/db/failures";
import { listen } from "#platform/db/notifications";
import { newTraceId, withTrace } from "#platform/log/trace";
import { type Inbox, providerOf } from "../inbox.ts";
import type { InboundEvent } from "../port.ts";
import { processDelivery } from "./actions/process-delivery.ts";
import { type WaitingDelivery, waitingDeliveries } from "./queries.ts";
import { postponeDelivery } from "./writes/postpone-delivery.ts";

/** How many people's deliveries one process works on at a time, and how many deliveries it holds in hand. */
const lanes = 8;
const mostInHand = 96;
const pollMs = 1000;
/** After the database was away, or another process was at the same delivery. */
const coolMs = 100;

export interface Drain {
  /** Lets the deliveries at hand finish and takes no more. */
  stop(): Promise<void>;
}

interface InHand {
  delivery: WaitingDelivery;
  /** What is in it; or the error of the provider's parser, which is a fault of ours. */
  read: { events: readonly InboundEvent[] } | { fault: unknown };
}

/**
 * Works off the stored deliveries: woken by each commit of new ones, and by a clock for those to be tried again. What
 * one person sent goes through in its order, one after the other; several processes share the work by row locks.
 */
export function startDrain(inbox: Inbox, databaseUrl: string): Drain {
  const { db, log } = inbox.platform;
  let stopped = false;
  let wanted = false;
  let reading: Promise<void> | null = null;

  const readWaiting = async () => {
    while (wanted && !stopped && people.inHand().length < mostInHand / 2) {
      wanted = false;
      const inHand = people.inHand();
      const limit = mostInHand - inHand.length;
      try {
        const found = await waitingDeliveries(db, { limit, inHand });
        // A full page means that there may be more.
        if (found.length === limit) wanted = true;
        people.take(found);
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, "Reading the waiting deliveries failed; trying again");
        return;
      }
    }
  };
  const readMore = () => {
    if (wanted && !stopped && !reading) reading = readWaiting().finally(() => (reading = null));
  };
  const wake = () => {
    wanted = true;
    readMore();
  };
  const people = createLanes(inbox, { isReading: () => reading !== null, onRoom: readMore, onGivenBack: wake });

  const notifications = listen(databaseUrl, "inbound_delivery", { log, onWake: wake });
  const poll = setInterval(wake, pollMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(poll);
      await notifications.stop();
      await reading;
      await people.stop();
    },
  };
}

/** The deliveries in hand, a queue for each person, a few people at a time. */
function createLanes(inbox: Inbox, around: { isReading(): boolean; onRoom(): void; onGivenBack(): void }) {
  const inHand = new Set<number>();
  const queues = new Map<string, InHand[]>();
  const ready: string[] = [];
  let active = 0;
  let stopped = false;

  const start = () => {
    while (active < lanes && !stopped) {
      const person = ready.shift();
      if (person === undefined) return;
      active += 1;
      void workOff(person).finally(() => {
        active -= 1;
        start();
        around.onRoom();
      });
    }
  };
  const workOff = async (person: string) => {
    const queue = queues.get(person) ?? [];
    for (let next = queue[0]; next && !stopped; next = queue[0]) {
      const outcome = await withTrace(newTraceId(), () => processSafely(inbox, next));
      if (outcome !== "done") break;
      queue.shift();
      inHand.delete(next.delivery.deliveryId);
    }
    if (queue.length === 0) queues.delete(person);
    else setTimeout(() => giveBack(person), coolMs);
  };
  /**
   * Gives a person's deliveries back, to be read again from the first one that still waits. Until then what arrives for
   * them joins the queue, so that nothing overtakes.
   */
  const giveBack = (person: string) => {
    // What is being read just now leaves these out: given back, they would be overtaken by it.
    if (around.isReading()) return void setTimeout(() => giveBack(person), 5);
    for (const { delivery } of queues.get(person) ?? []) inHand.delete(delivery.deliveryId);
    queues.delete(person);
    around.onGivenBack();
  };

  return {
    inHand: () => [...inHand],
    take(deliveries: readonly WaitingDelivery[]) {
      for (const delivery of deliveries) {
        const read = readDelivery(inbox, delivery);
        const person = laneKey(delivery, "events" in read ? read.events : []);
        inHand.add(delivery.deliveryId);
        const queue = queues.get(person);
        if (queue) {
          queue.push({ delivery, read });
          continue;
        }
        queues.set(person, [{ delivery, read }]);
        ready.push(person);
      }
      start();
    },
    async stop() {
      stopped = true;
      while (active > 0) await sleep(10);
    },
  };
}

function readDelivery(inbox: Inbox, delivery: WaitingDelivery): InHand["read"] {
  try {
    return { events: providerOf(inbox, delivery.kind).parse(delivery.payload) };
  } catch (fault) {
    return { fault };
  }
}

/** Who a delivery is about: what shares the key is processed in order. */
function laneKey(delivery: WaitingDelivery, events: readonly InboundEvent[]): string {
  const [event] = events;
  const person = event && personIn(event);
  const fallback = event?.type === "status" ? event.providerMessageId : String(delivery.deliveryId);
  return `${delivery.channelId}:${person?.userId ?? person?.phone ?? fallback}`;
}

function personIn(event: InboundEvent) {
  if (event.type === "status") return event.recipient;
  if (event.type === "sentElsewhere") return event.to;
  return "from" in event ? event.from : undefined;
}

/** `later`: it stays waiting, and so does what follows of the same person. */
async function processSafely(inbox: Inbox, { delivery, read }: InHand): Promise<"done" | "later"> {
  const { db, log } = inbox.platform;
  try {
    if ("fault" in read) throw read.fault;
    const outcome = await processDelivery(db, delivery, read.events, inbox.noticeHandlers);
    return outcome === "elsewhere" ? "later" : "done";
  } catch (error) {
    const reason = reasonOf(error);
    if (isDatabaseAway(error)) {
      log.warn({ reason }, "The database went away while a delivery was processed");
      return "later";
    }
    return postpone(inbox, delivery, reason);
  }
}

async function postpone({ platform }: Inbox, delivery: WaitingDelivery, reason: string): Promise<"done" | "later"> {
  const about = { deliveryId: delivery.deliveryId, channelId: delivery.channelId, reason };
  try {
    const gaveUp = await postponeDelivery(platform.db, delivery, reason);
    if (gaveUp) platform.log.error(about, "A delivery could not be processed and was given up");
    else platform.log.warn(about, "A delivery could not be processed and will be tried again");
    return "done";
  } catch (error) {
    platform.log.warn({ ...about, besides: reasonOf(error) }, "A delivery's failure could not be noted");
    return "later";
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : "unknown").slice(0, 300);
}
