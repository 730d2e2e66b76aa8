import { setTimeout as sleep } from "node:timers/promises";
import type { SharedBusyTime } from "#platform/http/busy-time";

/** When people work, in this process or in others. */
export type PeopleAtWork = Pick<SharedBusyTime, "ms" | "look">;

/** How many times as long as a piece of work the pause after it is, where calls of people were under way all the time. */
const pauseForPeople = 9;
/** However much people do, a broadcast goes on after so long. */
const maxPauseMs = 1000;

/**
 * Begins a piece of a broadcast's work, and answers what to call after it: a pause, because people come first. The more of
 * the time somebody waited for an answer of any process, the longer it is; at most a second.
 */
export async function beginWork(people: PeopleAtWork): Promise<() => Promise<void>> {
  await people.look();
  const busyBefore = people.ms();
  return async () => {
    const pauseMs = (people.ms() - busyBefore) * pauseForPeople;
    if (pauseMs >= 1) await sleep(Math.min(pauseMs, maxPauseMs));
  };
}
