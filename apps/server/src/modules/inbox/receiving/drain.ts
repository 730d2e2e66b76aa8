import { listen } from "#platform/db/notifications";
import { type Inbox, providerOf } from "../inbox.ts";
import { type WaitingDelivery, waitingDeliveries } from "./queries.ts";
import { reasonOf } from "./writes/process-safely.ts";
import type { InHand } from "./writes/waiting-people.ts";
import { WorkOff } from "./writes/work-off.ts";

/** Deliveries that one process loads at most, and how many of them may be statuses: inbound messages always find capacity. */
const maxInFlight = 600;
const maxStatuses = 250;
const pollMs = 1000;

export interface Drain {
  /** Stops loading deliveries and waits for the running ones. */
  stop(): Promise<void>;
}

/**
 * Processes stored deliveries: wakes up after each commit of new ones and on a timer for retries. Deliveries of one
 * person are processed sequentially; several processes share the work through row locks.
 */
export function startDrain(inbox: Inbox, databaseUrl: string): Drain {
  const { db, log } = inbox.platform;
  let stopped = false;
  let wanted = false;
  let reading: Promise<void> | null = null;

  const readWaiting = async () => {
    while (wanted && !stopped && work.inHand().length < maxInFlight / 2) {
      wanted = false;
      const inHand = work.inHand();
      const limit = maxInFlight - inHand.length;
      const statuses = Math.max(0, maxStatuses - work.statusesInHand());
      try {
        const found = await waitingDeliveries(db, { limit, statuses, inHand });
        work.take(found.map((delivery) => ({ delivery, read: readDelivery(inbox, delivery) })));
        // A full page means that there may be more; statuses are loaded when there is capacity.
        const readStatuses = found.filter(({ isStatus }) => isStatus).length;
        if (found.length === limit || readStatuses === statuses) wanted = true;
        if (found.length < limit && work.statusesInHand() >= maxStatuses) return;
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
  const work: WorkOff = new WorkOff(inbox, { isReading: () => reading !== null, onRoom: readMore, onGivenBack: wake });

  const notifications = listen(databaseUrl, "inbound_delivery", { log, onWake: wake });
  const poll = setInterval(wake, pollMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(poll);
      await notifications.stop();
      await reading;
      await work.stop();
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
