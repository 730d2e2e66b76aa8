import { listen } from "#platform/db/notifications";
import { type Inbox, providerOf } from "../inbox.ts";
import { type WaitingDelivery, waitingDeliveries } from "./queries.ts";
import { reasonOf } from "./writes/process-safely.ts";
import type { LoadedDelivery } from "./writes/waiting-people.ts";
import { WorkOff } from "./writes/work-off.ts";

/** Inbound messages and statuses that one process loads at most. */
const maxWords = 350;
const maxStatuses = 600;
const pollMs = 1000;
/**
 * From this number of statuses a second, as in a broadcast, they are collected before they are loaded: "sent" and
 * "delivered" of a message arrive within a second, and are then written together.
 */
const manyStatuses = 50;
const gatherMs = 300;
/** The database's notification that only statuses were stored; see migration 1008. */
const onlyStatuses = "statuses";

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
  /** While it runs, statuses are collected. */
  let gathering: NodeJS.Timeout | null = null;

  const statusRate = ratePerSecond();

  const gatherStatuses = () => {
    gathering = setTimeout(() => {
      gathering = null;
      wake();
    }, gatherMs);
  };
  const readWaiting = async () => {
    while (wanted && !stopped && work.wordsInHand() < maxWords / 2) {
      wanted = false;
      const words = maxWords - work.wordsInHand();
      const statuses = gathering ? 0 : Math.max(0, maxStatuses - work.statusesInHand());
      try {
        const found = await waitingDeliveries(db, { words, statuses, inHand: work.inHand() });
        work.take(found.map((delivery) => ({ delivery, read: readDelivery(inbox, delivery) })));
        // A full page means that there may be more; statuses are loaded when there is capacity.
        const statusesFound = found.filter(({ isStatus }) => isStatus).length;
        if (found.length - statusesFound === words) wanted = true;
        if (gathering) continue;
        if (statusesFound === statuses) wanted = true;
        else if (statusRate(statusesFound) >= manyStatuses) gatherStatuses();
        if (found.length - statusesFound < words && work.statusesInHand() >= maxStatuses) return;
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

  const notifications = listen(databaseUrl, "inbound_delivery", {
    log,
    onWake: (what) => {
      // They are read once the others of their burst have arrived.
      if (what !== onlyStatuses || !gathering) wake();
    },
  });
  const poll = setInterval(wake, pollMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(poll);
      await notifications.stop();
      await reading;
      if (gathering) clearTimeout(gathering);
      await work.stop();
    },
  };
}

/** Counts arrivals with a half-life of one second; returns roughly how many arrive per second. */
function ratePerSecond(): (more: number) => number {
  let [rate, at] = [0, performance.now()];
  return (more) => {
    const now = performance.now();
    rate = rate / 2 ** ((now - at) / 1000) + more;
    at = now;
    return rate;
  };
}

function readDelivery(inbox: Inbox, delivery: WaitingDelivery): LoadedDelivery["read"] {
  try {
    return { events: providerOf(inbox, delivery.kind).parse(delivery.payload) };
  } catch (fault) {
    return { fault };
  }
}
