import { setTimeout as sleep } from "node:timers/promises";
import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { beginBroadcastWork } from "./pause-for-people.ts";
import { batchSize, type ClaimedBatch, claimBatch, type Sending } from "./send-batch.ts";

/** Batches of a plan in flight to the provider while the next ones are claimed. */
const maxInFlight = 12;
/** Longer pauses are not waited out: the next round checks again. */
const maxWaitMs = 1000;

/**
 * Sends a plan's messages until there is nothing to send for now or its round is over; returns whether there may be more.
 * By then everything claimed has been handed over. While batches are full, two are claimed in parallel.
 */
export async function sendPlan(
  sending: Sending,
  scope: Scope,
  { planId, isOver }: { planId: RecordId; isOver: () => Promise<boolean> },
): Promise<boolean> {
  const { sender, people } = sending;
  const onTheWay = new Set<Promise<unknown>>();
  const faults: unknown[] = [];
  const failed = (error: unknown) => {
    faults.push(error);
    return null;
  };
  let isAtEnd = false;
  const beside: { second: Promise<void> | null } = { second: null };

  const handOver = async ({ claimed, rest }: ClaimedBatch) => {
    const sent: Promise<unknown> = sender
      .send(scope, claimed.outgoing)
      .catch(failed)
      .finally(() => onTheWay.delete(sent));
    onTheWay.add(sent);
    await sender.inTurn(rest).catch(failed);
    if (onTheWay.size >= maxInFlight) await Promise.race(onTheWay);
  };
  const claimAndSend = async (isSecond: boolean): Promise<void> => {
    while (faults.length === 0 && !isAtEnd && !(await isOver().catch(failed))) {
      const pauseForPeople = await beginBroadcastWork(people);
      const next = await sender.inTurn(() => claimBatch(sending, scope, planId)).catch(failed);
      isAtEnd ||= !next || ("waitMs" in next ? next.waitMs > maxWaitMs : next.dealt === 0);
      if (!next) return;
      // Claimed messages are handed over even if the other claim has reached the end.
      if (!("waitMs" in next)) await handOver(next);
      const isFull = "dealt" in next && next.dealt >= batchSize;
      if (isSecond && !isFull) return;
      if (isFull && !isSecond) beside.second ??= claimAndSend(true).finally(() => (beside.second = null));
      if ("waitMs" in next && !isAtEnd) await sleep(next.waitMs);
      await pauseForPeople();
    }
  };
  await claimAndSend(false);
  await beside.second;
  await Promise.all(onTheWay);
  if (faults.length > 0) throw faults[0];
  return !isAtEnd;
}
