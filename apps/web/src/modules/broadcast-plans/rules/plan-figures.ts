import type { PlanInfo, PlanRow } from "@homeroom/contract/broadcast-plans";

type Figure = keyof PlanRow["counters"];

/** A mail server reports only that it accepted a mail; replies go to the sender's mailbox. */
const unknownOfMails: readonly Figure[] = ["delivered", "read", "replied"];

/** Whether a figure of a plan can be known. */
export function isKnown({ kind }: Pick<PlanRow, "kind">, figure: Figure): boolean {
  return kind === "whatsapp" || !unknownOfMails.includes(figure);
}

type Counts = Omit<PlanInfo["curve"][number], "time">;
/** Null: unknown at that moment. */
type Point = { time: string } & { [Count in keyof Counts]: number | null };

const nothing = { accepted: 0, delivered: 0, read: 0, replied: 0, clicked: 0 };
const unknown = { delivered: null, read: null, replied: null, clicked: null };

/**
 * The points of a plan's curve, from zero at its start to now, within the current hour. Its end is a point too, since by
 * then everything was accepted: most plans take minutes, but by hours alone it would look like hours of sending.
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

export type PlanProgress = Pick<PlanRow, "state" | "pausedTime" | "endTime">;

const soonMs = 3000;
const laterMs = 10_000;
const day = 24 * 3_600_000;

/** The polling interval for plans in milliseconds; false if none of them will change. */
export function lookAgainIn(plans: readonly PlanProgress[], now = Date.now()): number | false {
  const waits = plans.map((plan) => waitFor(plan, now)).filter((wait) => wait !== null);
  return waits.length > 0 && Math.min(...waits);
}

function waitFor({ state, pausedTime, endTime }: PlanProgress, now: number): number | null {
  if (state === "pending" || (state === "running" && pausedTime === null)) return soonMs;
  // A colleague may start or continue it.
  if (state === "draft" || state === "running") return laterMs;
  // People read and reply for a day after it ends.
  return endTime !== null && now - Date.parse(endTime) < day ? laterMs : null;
}
