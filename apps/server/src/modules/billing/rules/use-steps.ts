import { warnAt } from "@homeroom/contract/billing";

/** The steps of a limit that people are notified of, in percent; 0 is below both. */
export type UseStep = 0 | 80 | 100;

/** The step that people know about. */
export interface KnownStep {
  readonly level: UseStep;
  readonly period: string;
  /** The highest step that they were notified of on a day. */
  readonly toldLevel: UseStep;
  readonly toldOn: string | null;
}

/** The step that a use has reached. A limit of nothing has none: there is nothing to run out of. */
export function stepOf({ used, limit }: { used: number; limit: number }): UseStep {
  if (limit <= 0) return 0;
  const share = used / limit;
  return share >= 1 ? 100 : share >= warnAt ? 80 : 0;
}

/**
 * What is known after a look, and whether people are to be notified: once when a step is reached. Below it, or in another
 * period, it may be reached again. What rises and falls all day is notified once that day.
 */
export function lookAt(
  known: KnownStep | undefined,
  { level, period, day }: { level: UseStep; period: string; day: string },
): { known: KnownStep; tells: boolean } {
  const same = known?.period === period ? known : undefined;
  const toldToday = same?.toldOn === day ? same.toldLevel : 0;
  const tells = level > (same?.level ?? 0) && level > toldToday;
  if (tells) return { known: { level, period, toldLevel: level, toldOn: day }, tells };
  return {
    known: { level, period, toldLevel: same?.toldLevel ?? 0, toldOn: same?.toldOn ?? null },
    tells,
  };
}
