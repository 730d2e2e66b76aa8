import { renewalDays } from "@homeroom/contract/linked-card";
import { keptAfterExpiryDays } from "@homeroom/contract/organization";
import type { OrganizationTable } from "@homeroom/database/people-tables";
import type { Selectable } from "kysely";
import { dayOf } from "#platform/clock/days";

export type Membership = Selectable<OrganizationTable>["membership"];

/** The state of an organisation's plan. */
export interface PlanState {
  readonly membership: Membership;
  /** End of the trial or of the paid period; null: none. */
  readonly expiresAt: Date | null;
  readonly timeZone: string;
}

const day = 86_400_000;
/** Days after the end of a paid plan in which everything still works (decisions, section 3). */
export const graceDays = 7;
/** Mails go out when people are awake. */
const officeHours = { from: 9, to: 21 };

const beforeExpiry = [1, 3, 7] as const;
const beforeClosing = [1, 3, 7] as const;
const beforeRemoval = [3, 14] as const;

/**
 * The mails to an organisation: a number of days before the end of its plan, before the end of its days of grace, or before
 * its data are removed.
 */
export type NoticeKind =
  | `expiry-${(typeof beforeExpiry)[number]}`
  | `closing-${(typeof beforeClosing)[number]}`
  | `removal-${(typeof beforeRemoval)[number]}`;

/** The membership at a moment: a trial ends at once, a paid plan after its days of grace. */
export function membershipAt(
  { membership, expiresAt }: Pick<PlanState, "membership" | "expiresAt">,
  now: Date,
): Membership {
  if (!expiresAt || now < expiresAt || membership === "expired") return membership;
  const inGrace = now.getTime() < expiresAt.getTime() + graceDays * day;
  return membership !== "trial" && inGrace ? "grace" : "expired";
}

/** The same for a stored row, which the worker may not have updated yet. */
export function membershipNow(row: { membership: Membership; expires_at: Date | null }, now: Date): Membership {
  return membershipAt({ membership: row.membership, expiresAt: row.expires_at }, now);
}

/** When the linked card is charged for the renewal of a plan that ends then. */
export function renewalDueAt(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - renewalDays * day);
}

/** The time when the data of an organisation that stopped paying are removed. */
export function removalDueAt(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + keptAfterExpiryDays * day);
}

/** The time from which an organisation can only read, export and pay: the end of a trial or of a plan's days of grace. */
export function closesAt({ membership }: Pick<PlanState, "membership">, expiresAt: Date): Date {
  const hasGrace = membership !== "trial" && membership !== "expired";
  return hasGrace ? new Date(expiresAt.getTime() + graceDays * day) : expiresAt;
}

/** Whole calendar days from now to a moment in the organisation's zone: 0 today, 1 tomorrow. */
export function daysUntil(moment: Date, timeZone: string, now: Date): number {
  return Math.round((Date.parse(dayOf(moment, timeZone)) - Date.parse(dayOf(now, timeZone))) / day);
}

/** The notice that is due; the nearest one if several were missed. Null: none, or not at this hour. */
export function noticeAt({ membership, expiresAt, timeZone }: PlanState, now: Date): NoticeKind | null {
  if (!expiresAt || !isOfficeHour(now, timeZone)) return null;
  const closes = closesAt({ membership }, expiresAt);
  const nearest = <Days extends number>(steps: readonly Days[], moment: Date) => {
    const left = daysUntil(moment, timeZone, now);
    return steps.find((days) => left <= days);
  };
  if (now < expiresAt) {
    const due = nearest(beforeExpiry, expiresAt);
    return due ? `expiry-${due}` : null;
  }
  if (now < closes) {
    const due = nearest(beforeClosing, closes);
    return due ? `closing-${due}` : null;
  }
  const due = nearest(beforeRemoval, removalDueAt(expiresAt));
  return due ? `removal-${due}` : null;
}

function isOfficeHour(now: Date, timeZone: string): boolean {
  const hour = Number(new Intl.DateTimeFormat("en", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(now));
  return hour >= officeHours.from && hour < officeHours.to;
}
