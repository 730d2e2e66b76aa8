import { setTimeout as sleep } from "node:timers/promises";
import type { SharedBusyTime } from "#platform/http/busy-time";

/** The time spent on people's calls, in this process and in others. */
export type PeopleAtWork = Pick<SharedBusyTime, "ms" | "look">;

/** The pause after a piece of work, as a multiple of it, if people's calls were in progress all the time. */
const pauseForPeople = 9;
/** The longest pause of a broadcast, however many calls there are. */
const maxPauseMs = 1000;

/**
 * Begins a piece of a broadcast's work; returns a function to call after it. It pauses, because people come first: the more of
 * the time people waited for answers of any process, the longer; at most a second.
 */
export async function beginBroadcastWork(people: PeopleAtWork): Promise<() => Promise<void>> {
  await people.look();
  const busyBefore = people.ms();
  return async () => {
    const pauseMs = (people.ms() - busyBefore) * pauseForPeople;
    if (pauseMs >= 1) await sleep(Math.min(pauseMs, maxPauseMs));
  };
}
