import type { BulkTask } from "@homeroom/contract/lead-bulk";
import type { LeadQuery } from "@homeroom/contract/lead-query";

/** Whether a bulk change, or its undo, is running. */
export function isRunning({ state }: Pick<BulkTask, "state">): boolean {
  return state === "running" || state === "undoing";
}

const shownForMs = 3_600_000;

/** What the strip shows: running changes, and from the last hour those that were too large to wait for or failed. */
export function isTaskShown(task: BulkTask, hidden: ReadonlySet<string>, atOnce: number, now: number): boolean {
  if (isRunning(task)) return true;
  if (hidden.has(`${task.taskID} ${task.state}`)) return false;
  const recent = now - Date.parse(task.createTime) < shownForMs;
  return recent && (task.total > atOnce || task.state === "failed");
}

/** The progress of a bulk change, in whole percent. */
export function percentOf({ processed, total }: Pick<BulkTask, "processed" | "total">): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((processed / total) * 100));
}

/** How many leads a selection has; undefined while unknown. */
export function meant(query: LeadQuery, count: number | undefined): number | undefined {
  return query.leadIds ? query.leadIds.length : count;
}

type Outcome = "changed" | "same" | "unfit" | "full" | "gone" | "undone" | "kept";

/** The other outcomes of a bulk change, for its summary: only non-zero ones. */
export function restOf(task: BulkTask): { outcome: Outcome; count: number }[] {
  const outcomes: Outcome[] = task.state === "undone" ? ["kept"] : ["same", "unfit", "full", "gone"];
  return outcomes.flatMap((outcome) => (task[outcome] > 0 ? [{ outcome, count: task[outcome] }] : []));
}
