/** Days for which an import can be undone, and is kept. */
export const keptDays = 30;

/** Whether an import has ended, wrote something, and is recent enough. */
export function mayUndo(
  run: { state: string; dry_run: boolean; created_count: number; updated_count: number; created_at: Date },
  now: Date,
): boolean {
  // An import that failed half-way keeps its written rows.
  const isOver = run.state === "done" || run.state === "failed";
  const recent = now.getTime() - run.created_at.getTime() < keptDays * 86_400_000;
  return isOver && recent && !run.dry_run && run.created_count + run.updated_count > 0;
}
