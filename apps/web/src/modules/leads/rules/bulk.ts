import type { BulkTask } from "@homeroom/contract/lead-bulk";
import type { LeadQuery } from "@homeroom/contract/lead-query";

/** Whether a bulk change, or its undo, is under way. */
export function goesOn({ state }: Pick<BulkTask, "state">): boolean {
  return state === "running" || state === "undoing";
}

const shownForMs = 3_600_000;

/** What the strip shows: what is under way, and of the last hour what was too large to be waited for or went wrong. */
export function worthShowing(task: BulkTask, hidden: ReadonlySet<string>, atOnce: number, now: number): boolean {
  if (goesOn(task)) return true;
  if (hidden.has(`${task.taskID} ${task.state}`)) return false;
  const recent = now - Date.parse(task.createTime) < shownForMs;
  return recent && (task.total > atOnce || task.state === "failed");
}

/** How far a bulk change is, in whole percent. */
export function percentOf({ processed, total }: Pick<BulkTask, "processed" | "total">): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((processed / total) * 100));
}

/** How many leads a selection means; undefined while nobody knows. */
export function meant(query: LeadQuery, count: number | undefined): number | undefined {
  return query.leadIds ? query.leadIds.length : count;
}

type Outcome = "changed" | "same" | "unfit" | "full" | "gone" | "undone" | "kept";

/** What came of a bulk change besides what was wanted, for its summary: only what there is. */
export function restOf(task: BulkTask): { outcome: Outcome; count: number }[] {
  const outcomes: Outcome[] = task.state === "undone" ? ["kept"] : ["same", "unfit", "full", "gone"];
  return outcomes.flatMap((outcome) => (task[outcome] > 0 ? [{ outcome, count: task[outcome] }] : []));
}
