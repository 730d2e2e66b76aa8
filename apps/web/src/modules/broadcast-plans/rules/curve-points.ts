import type { PlanInfo } from "@homeroom/contract/broadcast-plans";

type Counts = Omit<PlanInfo["curve"][number], "time">;
/** Null: not known at that moment. */
type Point = { time: string } & { [Count in keyof Counts]: number | null };

const nothing = { accepted: 0, delivered: 0, read: 0, replied: 0, clicked: 0 };
const unknown = { delivered: null, read: null, replied: null, clicked: null };

/**
 * The points of a plan's curve: from its start, when nothing had happened, to now, where the hour is not over yet. Between
 * them its end, by when all was accepted: most plans take minutes, and the hours alone would draw hours of sending.
 */
export function curvePoints(
  { curve, startTime, endTime }: Pick<PlanInfo, "curve" | "startTime" | "endTime">,
  now: Date,
): Point[] {
  const moment = now.toISOString();
  const hours: Point[] = curve.map((point) => (point.time > moment ? { ...point, time: moment } : point));
  const [first] = hours;
  const points = startTime && first && startTime < first.time ? [{ time: startTime, ...nothing }, ...hours] : hours;
  const next = endTime === null ? -1 : points.findIndex(({ time }) => time >= endTime);
  const after = points[next];
  if (endTime === null || next < 1 || after?.time === endTime) return points;
  return points.toSpliced(next, 0, { ...unknown, time: endTime, accepted: after?.accepted ?? null });
}
