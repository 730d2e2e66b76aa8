import { isDatabaseAway } from "#platform/db/failures";
import type { Inbox } from "../../inbox.ts";
import { processDelivery } from "../actions/process-delivery.ts";
import type { WaitingDelivery } from "../queries.ts";
import type { PlainDelivery } from "./plain-events.ts";
import { postponeDelivery } from "./postpone-delivery.ts";
import { processTogether } from "./process-together.ts";
import type { InHand } from "./waiting-people.ts";

/** How a person's deliveries fared in a batch. */
interface Fared {
  /** How many of the first ones are done. */
  done: number;
  /** How many of those that follow must go alone. */
  alone: number;
  /** The database was away, or another process is at the next one. */
  later: boolean;
}

/**
 * Processes the deliveries of several people of one organisation together. When that fails, halves of them are tried, until
 * the person is left whose deliveries fail and go alone: nobody else is held up by them.
 */
export async function processGroup(
  inbox: Inbox,
  people: readonly (readonly PlainDelivery[])[],
): Promise<readonly Fared[]> {
  const organizationId = people[0]?.[0]?.delivery.organizationId;
  if (organizationId === undefined) return people.map(() => ({ done: 0, alone: 0, later: false }));
  try {
    const progress = await processTogether(inbox.platform.db, organizationId, people);
    return progress.map(({ done, stoppedBy }) => ({
      done,
      alone: stoppedBy === "alone" ? 1 : 0,
      later: stoppedBy === "elsewhere",
    }));
  } catch (error) {
    const reason = reasonOf(error);
    if (isDatabaseAway(error)) {
      inbox.platform.log.warn({ reason }, "The database went away while deliveries were processed");
      return people.map(() => ({ done: 0, alone: 0, later: true }));
    }
    const [first = []] = people;
    if (people.length === 1) return [{ done: 0, alone: first.length, later: false }];
    inbox.platform.log.warn({ reason, people: people.length }, "A batch of deliveries failed; trying halves of it");
    const half = Math.ceil(people.length / 2);
    return [...(await processGroup(inbox, people.slice(0, half))), ...(await processGroup(inbox, people.slice(half)))];
  }
}

/** `later`: it stays waiting, and so does what follows of the same person. */
export async function processAlone(inbox: Inbox, { delivery, read }: InHand): Promise<"done" | "later"> {
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
    platform.log.warn({ ...about, besides: reasonOf(error) }, "A delivery's failure could not be recorded");
    return "later";
  }
}

export function reasonOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : "unknown").slice(0, 300);
}
