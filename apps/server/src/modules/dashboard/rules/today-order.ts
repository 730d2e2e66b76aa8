import type { LeadId } from "@homeroom/contract/ids";
import { type TodayReason, todayReasons } from "@homeroom/contract/today";

/** Something to do about a lead, for one reason. */
export interface Task {
  readonly leadId: LeadId;
  readonly reason: TodayReason;
}

/**
 * The tasks in the order in which they should be done, every lead once: those of one reason keep their order, a more urgent
 * reason comes first, and the others of the same lead are named beside it.
 */
export function inOrder<One extends Task>(tasks: readonly One[]): (One & { also: TodayReason[] })[] {
  const byLead = new Map<LeadId, One & { also: TodayReason[] }>();
  for (const reason of todayReasons) {
    for (const task of tasks.filter((one) => one.reason === reason)) {
      const first = byLead.get(task.leadId);
      if (!first) byLead.set(task.leadId, { ...task, also: [] });
      else if (first.reason !== reason && !isSaid(first.also, first.reason, reason)) first.also.push(reason);
    }
  }
  return [...byLead.values()];
}

/** Who is about to lose their reply window waits, of course. */
function isSaid(also: readonly TodayReason[], first: TodayReason, reason: TodayReason): boolean {
  return also.includes(reason) || (first === "closing" && reason === "waiting");
}
