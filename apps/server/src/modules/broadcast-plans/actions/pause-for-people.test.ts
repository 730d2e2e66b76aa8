import { setImmediate as later } from "node:timers/promises";
import { expect, test } from "vitest";
import { beginBroadcastWork } from "./pause-for-people.ts";

/** Whether a broadcast pauses after work during which people waited for so long. */
async function pausesAfter(busyMs: number): Promise<boolean> {
  let ms = 7;
  const pauseForPeople = await beginBroadcastWork({ ms: () => ms, look: async () => undefined });
  ms += busyMs;
  return Promise.race([pauseForPeople().then(() => false), later(true)]);
}

test("a broadcast pauses after work during which people waited, and otherwise continues at once", async () => {
  expect(await pausesAfter(0)).toBe(false);
  expect(await pausesAfter(5)).toBe(true);
});

test("it reads how long people waited in other processes before each piece of work", async () => {
  let looked = 0;
  await beginBroadcastWork({ ms: () => 0, look: async () => void (looked += 1) });
  expect(looked).toBe(1);
});
