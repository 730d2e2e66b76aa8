import type { PlanRow } from "@homeroom/contract/broadcast-plans";

export type Standing = Pick<PlanRow, "state" | "pausedTime" | "endTime">;

const soonMs = 3000;
const laterMs = 10_000;
const day = 24 * 3_600_000;

/** In how many milliseconds to ask again how plans stand; false: nothing will happen to any of them. */
export function lookAgainIn(plans: readonly Standing[], now = Date.now()): number | false {
  const waits = plans.map((plan) => waitFor(plan, now)).filter((wait) => wait !== null);
  return waits.length > 0 && Math.min(...waits);
}

function waitFor({ state, pausedTime, endTime }: Standing, now: number): number | null {
  if (state === "pending" || (state === "running" && pausedTime === null)) return soonMs;
  // A colleague may start it or go on with it.
  if (state === "draft" || state === "running") return laterMs;
  // People read and answer for a day after it.
  return endTime !== null && now - Date.parse(endTime) < day ? laterMs : null;
}
