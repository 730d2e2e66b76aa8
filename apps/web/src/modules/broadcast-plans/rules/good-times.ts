import { planLimits } from "@homeroom/contract/broadcast-plans";
import { dayAfter, localOf, momentOf } from "#platform/zoned-time.ts";

/** When most customers read: from noon to one, and in the evening from seven to nine. */
const starts = ["12:00", "19:00"] as const;

/** The next moments at which a good time begins in a zone, the soonest first, each far enough ahead to be chosen. */
export function goodTimes(now: Date, zone: string | undefined): Date[] {
  const soonest = now.getTime() + (planLimits.minutesAhead + 1) * 60_000;
  const today = localOf(now, zone).slice(0, 10);
  return starts
    .flatMap((start) => {
      const [first, second] = [today, dayAfter(today, 1)].map((day) => momentOf(`${day}T${start}`, zone));
      return (first && first.getTime() >= soonest ? first : second) ?? [];
    })
    .toSorted((one, other) => one.getTime() - other.getTime());
}
