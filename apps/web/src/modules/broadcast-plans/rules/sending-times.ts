import { planLimits } from "@homeroom/contract/broadcast-plans";
import { dayAfter, localOf, momentOf } from "#platform/zoned-time.ts";

/** When most customers read messages: from noon to one, and from seven to nine in the evening. */
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

/** How many days a plan takes under the limit of its business portfolio, part of which is used today. */
export function daysAtLimit({
  count,
  tier,
  tierUsed,
}: {
  count: number;
  tier: number | null;
  tierUsed: number;
}): number {
  if (tier === null) return 1;
  const later = Math.max(0, count - Math.max(0, tier - tierUsed));
  return 1 + Math.ceil(later / tier);
}
