/** Days for which an import can be taken back, and is kept at all. */
export const keptDays = 30;

/** Whether an import that is finished wrote anything, and not too long ago. */
export function mayUndo(
  run: { state: string; dry_run: boolean; created_count: number; updated_count: number; created_at: Date },
  now: Date,
): boolean {
  // One that was given up half-way has written what it has written.
  const isOver = run.state === "done" || run.state === "failed";
  const recent = now.getTime() - run.created_at.getTime() < keptDays * 86_400_000;
  return isOver && recent && !run.dry_run && run.created_count + run.updated_count > 0;
}
