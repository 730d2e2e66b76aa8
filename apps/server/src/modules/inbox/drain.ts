import { setTimeout as sleep } from "node:timers/promises";
import { isCollision, isDatabaseAway } from "#platform/db/failures";
import { listen } from "#platform/db/notifications";
import { newTraceId, withTrace } from "#platform/log/trace";
import { postponeDelivery } from "./actions/postpone-delivery.ts";
import { processDelivery } from "./actions/process-delivery.ts";
import { type Inbox, providerOf } from "./inbox.ts";
import type { InboundEvent } from "./port.ts";
import { type WaitingDelivery, waitingDeliveries } from "./queries/deliveries.ts";

/** How many people's deliveries one process works on at a time, and how many deliveries it holds in hand. */
const lanes = 8;
const mostInHand = 96;
const pollMs = 1000;
/** After the database was away, or another process was at the same delivery. */
const coolMs = 100;
const mostCollisions = 5;

export interface Drain {
  /** Lets the deliveries at hand finish and takes no more. */
  stop(): Promise<void>;
}

interface InHand {
  delivery: WaitingDelivery;
  events: readonly InboundEvent[];
}

/**
 * Works off the stored deliveries: woken by each commit of new ones, and by a clock for those to be tried again. What
 * one person sent goes through in its order, one after the other; several processes share the work by row locks.
 */
export function startDrain(inbox: Inbox, databaseUrl: string): Drain {
  const { db, log } = inbox.platform;
  const inHand = new Set<number>();
  const queues = new Map<string, InHand[]>();
  const ready: string[] = [];
  let active = 0;
  let stopped = false;
  let wanted = false;
  let filling: Promise<void> | null = null;

  const fill = async () => {
    while (wanted && !stopped && inHand.size < mostInHand / 2) {
      wanted = false;
      const limit = mostInHand - inHand.size;
      try {
        const found = await waitingDeliveries(db, { limit, inHand: [...inHand] });
        // A full page means that there may be more.
        if (found.length === limit) wanted = true;
        for (const delivery of found) take(delivery);
        start();
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, "Reading the waiting deliveries failed; trying again");
        return;
      }
    }
  };
  const wake = () => {
    wanted = true;
    refill();
  };
  const refill = () => {
    if (!wanted || stopped || filling) return;
    filling = fill().finally(() => (filling = null));
  };
  const take = (delivery: WaitingDelivery) => {
    const events = providerOf(inbox, delivery.kind).parse(delivery.payload);
    const key = laneKey(delivery, events);
    inHand.add(delivery.deliveryId);
    const queue = queues.get(key);
    if (queue) return void queue.push({ delivery, events });
    queues.set(key, [{ delivery, events }]);
    ready.push(key);
  };
  const start = () => {
    for (let key = takeReady(); key !== undefined; key = takeReady()) {
      active += 1;
      void workOff(key).finally(() => {
        active -= 1;
        start();
        refill();
      });
    }
  };
  const takeReady = () => (active < lanes && !stopped ? ready.shift() : undefined);
  const workOff = async (key: string) => {
    const queue = queues.get(key) ?? [];
    for (let next = queue[0]; next && !stopped; next = queue[0]) {
      const outcome = await withTrace(newTraceId(), () => processSafely(inbox, next));
      if (outcome !== "done") break;
      queue.shift();
      inHand.delete(next.delivery.deliveryId);
    }
    queues.delete(key);
    if (queue.length > 0) letGo(queue);
  };
  /** Gives the rest of a person's deliveries back, to be read again a little later. */
  const letGo = (queue: readonly InHand[]) => {
    setTimeout(() => {
      for (const { delivery } of queue) inHand.delete(delivery.deliveryId);
      wake();
    }, coolMs);
  };

  const notifications = listen(databaseUrl, "inbound_delivery", { log, onWake: wake });
  const poll = setInterval(wake, pollMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(poll);
      await notifications.stop();
      await filling;
      while (active > 0) await sleep(10);
    },
  };
}

/** Who a delivery is about: what shares the key is processed in order. */
function laneKey(delivery: WaitingDelivery, events: readonly InboundEvent[]): string {
  const [event] = events;
  const person = event && (event.type === "status" ? event.recipient : "from" in event ? event.from : undefined);
  const fallback = event?.type === "status" ? event.providerMessageId : String(delivery.deliveryId);
  return `${delivery.channelId}:${person?.userId ?? person?.phone ?? fallback}`;
}

/** `later`: it stays waiting, and so does what follows of the same person. */
async function processSafely(inbox: Inbox, { delivery, events }: InHand, collisions = 0): Promise<"done" | "later"> {
  const { db, log } = inbox.platform;
  try {
    const outcome = await processDelivery(db, delivery, events);
    return outcome === "elsewhere" ? "later" : "done";
  } catch (error) {
    if (isCollision(error) && collisions < mostCollisions)
      return processSafely(inbox, { delivery, events }, collisions + 1);
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
    platform.log.warn({ ...about, then: reasonOf(error) }, "A delivery's failure could not be noted");
    return "later";
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : "unknown").slice(0, 300);
}
