const lateAfterMs = 26 * 3_600_000;

/** The last moment, up to now, at which a backup was to be made: `at` is a time of day of this machine, such as "03:30". */
export function lastDue(at: string, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const due = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes);
  if (due > now) due.setDate(due.getDate() - 1);
  return due;
}

/** Whether a backup is to be made: none since it was last due, as after a night without power too. */
export function isDue(at: string, newest: Date | undefined, now: Date): boolean {
  return newest === undefined || newest < lastDue(at, now);
}

/** Whether somebody must look after the backups: there is none of the last day. */
export function isLate(newest: Date | undefined, now: Date): boolean {
  return newest === undefined || now.getTime() - newest.getTime() > lateAfterMs;
}
