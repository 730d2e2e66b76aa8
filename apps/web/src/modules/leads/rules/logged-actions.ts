import type { ActionName } from "./history-entry.ts";

/** The steps that staff log besides notes, in their usual order. */
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

/** The steps that happen at a scheduled time. */
export const actionsWithTime: readonly LoggedAction[] = ["trialBooked", "courseScheduled"];
