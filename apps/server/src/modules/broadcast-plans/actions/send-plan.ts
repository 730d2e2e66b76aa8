import { setTimeout as sleep } from "node:timers/promises";
import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { beginWork } from "./give-way.ts";
import { claimBatch, type Sending } from "./send-batch.ts";

/** Batches of a plan that are on their way to the provider at a time, while the next one is claimed. */
const maxInFlight = 12;
/** Longer pauses are not waited out: the next round looks again. */
const maxWaitMs = 1000;

/**
 * Sends a plan's messages until there is nothing to send for now, or until a moment; answers whether there may be more.
 * Everything that it claimed was handed over then.
 */
export async function sendPlan(
  sending: Sending,
  scope: Scope,
  { planId, until }: { planId: RecordId; until: number },
): Promise<boolean> {
  const onTheWay = new Set<Promise<void>>();
  const faults: unknown[] = [];
  let isAtEnd = false;
  while (faults.length === 0 && Date.now() < until) {
    const giveWay = await beginWork(sending.people);
    const claim = sending.sender.inTurn(() => claimBatch(sending, scope, planId));
    const next = await claim.catch((error: unknown) => {
      faults.push(error);
      return null;
    });
    isAtEnd = !next || ("waitMs" in next ? next.waitMs > maxWaitMs : next.dealt === 0);
    if (!next || isAtEnd) break;
    if ("waitMs" in next) {
      await sleep(next.waitMs);
      continue;
    }
    const sent: Promise<void> = sending.sender
      .send(scope, next.claimed.outgoing)
      .catch((error: unknown) => {
        faults.push(error);
      })
      .finally(() => onTheWay.delete(sent));
    onTheWay.add(sent);
    await sending.sender.inTurn(next.rest).catch((error: unknown) => {
      faults.push(error);
    });
    if (onTheWay.size >= maxInFlight) await Promise.race(onTheWay);
    await giveWay();
  }
  await Promise.all(onTheWay);
  if (faults.length > 0) throw faults[0];
  return !isAtEnd;
}
