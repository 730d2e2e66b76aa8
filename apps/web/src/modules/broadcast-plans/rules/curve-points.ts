import type { PlanInfo } from "@homeroom/contract/broadcast-plans";

type Point = PlanInfo["curve"][number];

const nothing = { accepted: 0, delivered: 0, read: 0, replied: 0, clicked: 0 };

/** The points of a plan's curve: from its start, when nothing had happened, to now, where the hour is not over yet. */
export function curvePoints({ curve, startTime }: Pick<PlanInfo, "curve" | "startTime">, now: Date): Point[] {
  const moment = now.toISOString();
  const points = curve.map((point) => (point.time > moment ? { ...point, time: moment } : point));
  const [first] = points;
  return startTime && first && startTime < first.time ? [{ time: startTime, ...nothing }, ...points] : points;
}
