import { binDays } from "@homeroom/contract/lead-bulk";

/** How long a bulk change can be undone. */
export const undoDays = binDays;

interface Ended {
  state: string;
  changed_count: number;
  created_at: Date;
}

/** Whether a run can be undone now: it has ended, changed something, and is not too old. */
export function mayUndoBulk(run: Ended, now: Date): boolean {
  const ended = run.state === "done" || run.state === "failed";
  return ended && run.changed_count > 0 && now.getTime() - run.created_at.getTime() < undoDays * 86_400_000;
}
