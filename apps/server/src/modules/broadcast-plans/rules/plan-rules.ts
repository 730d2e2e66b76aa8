import { type PlanState, planLimits } from "@homeroom/contract/broadcast-plans";
import type { AccountId } from "@homeroom/contract/ids";
import { internationalNumber } from "#platform/phones/phones";

const minute = 60_000;

/** Whether a plan may start at this moment: now, or far enough ahead to be cancelled. */
export function isStartTime(scheduleAt: Date | null, now: Date): boolean {
  return scheduleAt === null || scheduleAt.getTime() >= now.getTime() + planLimits.minutesAhead * minute;
}

/** Why a plan cannot be cancelled; `done`: it is already cancelled. */
export function refusalToCancel(
  { state, schedule_at: at }: { state: PlanState; schedule_at: Date | null },
  now: Date,
): "PLAN_CANCEL_TOO_LATE" | "PLAN_STATE_NOT_CANCELLABLE" | "done" | null {
  if (state === "cancelled") return "done";
  if (state !== "pending") return "PLAN_STATE_NOT_CANCELLABLE";
  const isLate = at === null || at.getTime() - now.getTime() < planLimits.cancelMinutes * minute;
  return isLate ? "PLAN_CANCEL_TOO_LATE" : null;
}

/** Whether a change would stop a plan from starting when it is too late to cancel it. */
export function postponesStart(
  plan: { state: PlanState; schedule_at: Date | null },
  { draft, scheduleTime }: { draft: boolean; scheduleTime?: string | null | undefined },
  now: Date,
): boolean {
  if (refusalToCancel(plan, now) !== "PLAN_CANCEL_TOO_LATE") return false;
  return draft || (plan.schedule_at !== null && scheduleTime != null && new Date(scheduleTime) > plan.schedule_at);
}

/** Whether a change keeps the planned start, which may be closer by now than a new one is allowed to be. */
export function keepsStartTime(
  { state, schedule_at: at }: { state: PlanState; schedule_at: Date | null },
  { scheduleTime }: { scheduleTime?: string | null | undefined },
): boolean {
  if (state !== "pending") return false;
  return scheduleTime === undefined || (scheduleTime !== null && at?.getTime() === Date.parse(scheduleTime));
}

/** Whether a plan can still be edited. */
export function isEditable(state: PlanState): boolean {
  return state === "draft" || state === "pending";
}

/** Whether a plan is finished, so that it can be removed or sent again. */
export function hasEnded(state: PlanState): boolean {
  return state === "completed" || state === "failed" || state === "cancelled";
}

/** Whether a plan of this size needs a second person. `above`: from the settings; null: none is needed. */
export function needsApproval(
  { approved_at: approvedAt, total }: { approved_at: Date | null; total: number },
  above: number | null,
): boolean {
  return above !== null && total > above && approvedAt === null;
}

/** A plan may grow by this share after it was approved. */
const approvedGrowth = 0.1;

/** Whether an approval covers what would be sent now: not many more people, and the same text. */
export function isStillApproved(
  plan: { approved_total: number | null; approved_text: string | null },
  now: { total: number; text: string | null },
): boolean {
  const { approved_total: total, approved_text: text } = plan;
  const hasGrown = total !== null && now.total > total * (1 + approvedGrowth);
  return !hasGrown && (text === null || text === now.text);
}

/** Reasons that pause a plan at its start, before anything is reserved for its messages. */
export const unpaidPauses: readonly (string | null)[] = ["approvalNeeded", "monthlyLimit", "balanceLow"];

/** Whether a person may approve a plan: they neither made it nor changed it last. */
export function isOtherPerson(
  { accountId }: { accountId: AccountId },
  { created_by: maker, updated_by: editor }: { created_by: AccountId | null; updated_by: AccountId | null },
): boolean {
  return accountId !== maker && accountId !== editor;
}

export interface ReadNumbers {
  numbers: string[];
  duplicates: number;
  errors: { line: number; text: string }[];
}

/** Numbers with area codes, one per line; the same number counts once. Empty lines are skipped. */
export function readNumbers(text: string): ReadNumbers {
  const numbers = new Set<string>();
  const errors: ReadNumbers["errors"] = [];
  let duplicates = 0;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const written = line.trim();
    if (written === "") continue;
    const number = internationalNumber(written);
    if (number === null) errors.push({ line: index + 1, text: written.slice(0, 60) });
    else if (numbers.has(number)) duplicates += 1;
    else numbers.add(number);
  }
  return { numbers: [...numbers], duplicates, errors };
}

const micros = 1_000_000;

/** Converts a price between its written form and millionths. */
export function toMicros(price: number): number {
  return Math.round(price * micros);
}

export function fromMicros(amount: number): number {
  return amount / micros;
}

/** The highest warning level, in percent of the limit, that a month's use newly reaches; null: none. */
export function levelReached(use: {
  levels: readonly number[];
  limit: number;
  before: number;
  after: number;
}): number | null {
  const passed = use.levels.filter((level) => {
    const mark = (use.limit * level) / 100;
    return use.before < mark && use.after >= mark;
  });
  return passed.length > 0 ? Math.max(...passed) : null;
}

const tierSteps: Readonly<Record<string, number>> = { K: 1000, M: 1_000_000, "": 1 };

/** How many people a number may write to first within 24 hours, from WhatsApp's name of the limit; null: unknown, or no limit. */
export function tierOf(limit: string | undefined): number | null {
  const [, count, step = ""] = /^TIER_(\d+)([KM]?)$/.exec(limit ?? "") ?? [];
  return count === undefined ? null : Number(count) * (tierSteps[step] ?? 1);
}
