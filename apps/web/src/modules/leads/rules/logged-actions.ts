import type { ActionName } from "./history-entry.ts";

/** What staff note of a lead beside notes, in the order in which it happens. */
export const loggedActions = [
  "trialBooked",
  "trialAttended",
  "trialCancelled",
  "trialAbsent",
  "courseScheduled",
  "deal",
  "caseClosed",
] as const satisfies readonly ActionName[];
export type LoggedAction = (typeof loggedActions)[number];

/** Those that take place at a time which is known before. */
export const actionsWithTime: readonly LoggedAction[] = ["trialBooked", "courseScheduled"];
