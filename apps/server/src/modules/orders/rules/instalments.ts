import { currencies } from "@homeroom/contract/currencies";
import { type CurrencyCode, fromMinor, toMinor } from "@homeroom/contract/money";
import type { InstalmentPlan, InstalmentRow } from "@homeroom/contract/order-instalments";
import { AppError } from "#platform/errors/app-error";

/** An instalment of an order's total, with its due date. */
export interface Instalment {
  readonly position: number;
  readonly dueOn: string;
  readonly amountMinor: number;
}

/**
 * A form's instalments for a total. Without amounts the total is divided equally, rounded down to the currency's step, and
 * the first one gets the rest. Throws FIELD_INVALID for amounts that the currency does not allow or that add up to something
 * else, and for instalments of zero.
 */
export function readPlan(
  plan: InstalmentPlan,
  { totalMinor, currency }: { totalMinor: number; currency: CurrencyCode },
): Instalment[] {
  const isEven = plan.every(({ amount }) => amount === undefined);
  const even = isEven ? divide(totalMinor, plan.length, currencies[currency].step) : [];
  const parts = plan.map(({ dueDate, amount }, index) => ({
    position: index + 1,
    dueOn: dueDate,
    amountMinor: (isEven ? even[index] : toMinor(amount ?? 0, currency)) ?? 0,
  }));
  const sum = parts.reduce((all, { amountMinor }) => all + amountMinor, 0);
  const isWhole = parts.length === 0 || (sum === totalMinor && parts.every(({ amountMinor }) => amountMinor > 0));
  if (!isWhole) throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "instalments", name: "FIELD_INVALID" }] });
  return parts;
}

/** The same days for another total, divided again. */
export function planAgain(plan: readonly Instalment[], totalMinor: number, currency: CurrencyCode): Instalment[] {
  if (totalMinor === 0) return [];
  return readPlan(
    plan.map(({ dueOn }) => ({ dueDate: dueOn })),
    { totalMinor, currency },
  );
}

function divide(total: number, parts: number, step: number): number[] {
  if (parts === 0) return [];
  const each = Math.floor(total / parts / step) * step;
  return [total - each * (parts - 1), ...Array.from({ length: parts - 1 }, () => each)];
}

/** The first instalment that the received money does not cover, and its missing amount; null: all are covered. */
export function nextPart(
  plan: readonly Instalment[],
  hereMinor: number,
): { part: Instalment; missingMinor: number } | null {
  let upTo = 0;
  for (const part of plan) {
    upTo += part.amountMinor;
    if (upTo > hereMinor) return { part, missingMinor: Math.min(upTo - hereMinor, part.amountMinor) };
  }
  return null;
}

/** The sum of the instalments that the received money fully covers. */
export function coveredMinor(plan: readonly Instalment[], hereMinor: number): number {
  const next = nextPart(plan, hereMinor);
  const parts = next ? plan.filter(({ position }) => position < next.part.position) : plan;
  return parts.reduce((all, { amountMinor }) => all + amountMinor, 0);
}

/** The state of each instalment on a day. Closed and cancelled orders have no late ones. */
export function presentPlan(
  plan: readonly Instalment[],
  of: { hereMinor: number; today: string; isOpen: boolean; currency: CurrencyCode },
): InstalmentRow[] {
  let left = of.hereMinor;
  return plan.map(({ position, dueOn, amountMinor }) => {
    const paid = Math.max(Math.min(left, amountMinor), 0);
    left -= paid;
    const isLate = of.isOpen && dueOn < of.today;
    const state = paid === amountMinor ? "paid" : isLate ? "overdue" : paid > 0 ? "partlyPaid" : "open";
    const amount = (minor: number) => fromMinor(minor, of.currency);
    return { position, dueDate: dueOn, amount: amount(amountMinor), paid: amount(paid), state };
  });
}
