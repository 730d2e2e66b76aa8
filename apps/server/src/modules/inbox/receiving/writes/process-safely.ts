import { sql } from "kysely";
import { isDatabaseAway } from "#platform/db/failures";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import type { Inbox } from "../../inbox.ts";
import { nextDeliveryTry } from "../../rules.ts";
import { processDelivery } from "../actions/process-delivery.ts";
import type { WaitingDelivery } from "../queries.ts";
import type { PlainDelivery } from "./plain-events.ts";
import { processTogether } from "./process-together.ts";
import type { LoadedDelivery } from "./waiting-people.ts";

/** The outcome of one person's deliveries in a batch. */
interface BatchProgress {
  /** How many deliveries, from the first on, are processed. */
  done: number;
  /** How many of the next ones must be processed outside of a batch. */
  alone: number;
  /** The database was unavailable, or another process has locked the next one. */
  later: boolean;
}

/**
 * Processes the deliveries of several people of one organisation in one batch. A batch that fails is bisected until the
 * failing person is isolated; their deliveries are then processed alone and do not delay anybody else's.
 */
export async function processGroup(
  inbox: Inbox,
  people: readonly (readonly PlainDelivery[])[],
): Promise<readonly BatchProgress[]> {
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

/** `later`: this delivery and the person's following ones stay queued. */
export async function processAlone(inbox: Inbox, { delivery, read }: LoadedDelivery): Promise<"done" | "later"> {
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

/**
 * Schedules the retry of a failed delivery. After the last attempt it is given up and shown to staff with
 * `problem`. Returns whether it was given up.
 */
function postponeDelivery(db: Database, delivery: WaitingDelivery, problem: string): Promise<boolean> {
  return inTransaction(db, organizationScope(delivery.organizationId), async (tx) => {
    const ofIt = sql`organization_id = ${delivery.organizationId} and delivery_id = ${delivery.deliveryId}`;
    const found = await sql<{ attempts: number }>`
      select attempts from inbound_delivery where ${ofIt} and processed_at is null for update`.execute(tx);
    const row = found.rows[0];
    if (!row) return false;
    const attempts = row.attempts + 1;
    const wait = nextDeliveryTry(attempts);
    const next = wait === null ? null : new Date(Date.now() + wait);
    await sql`
      update inbound_delivery set attempts = ${attempts}, problem = ${problem}, next_attempt_at = ${next},
        given_up_at = ${wait === null ? new Date() : null}
      where ${ofIt}`.execute(tx);
    return wait === null;
  });
}
