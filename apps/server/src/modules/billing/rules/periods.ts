import { daysOfMonth, type PaidPlan, paidPlans } from "@homeroom/contract/billing";

const day = 86_400_000;

/** A stretch of time on a plan. */
export interface Period {
  readonly plan: PaidPlan;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The price of these days, in minor units. */
  readonly days: number;
  readonly amountMinor: number;
  /** The terms of its price. */
  readonly paidMonths: number;
  readonly grantedMonths: number;
  readonly orderId: string | null;
  /** The upgrade that it comes from, and the earlier price of its days. */
  readonly upgrade: { readonly orderId: string | null; readonly from: PaidPlan; readonly amountMinor: number } | null;
}

/** A purchase of a plan's time. */
export interface Purchase {
  readonly plan: PaidPlan;
  readonly paidMonths: number;
  readonly grantedMonths: number;
  readonly amountMinor: number;
  readonly orderId: string | null;
}

/** Whole days between two moments; a day in progress does not count. */
export function wholeDays(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / day));
}

/** Whether one plan is higher than another. */
export function isAbove(plan: PaidPlan, other: PaidPlan): boolean {
  return paidPlans.indexOf(plan) > paidPlans.indexOf(other);
}

/** The period that contains a moment. */
export function periodAt(periods: readonly Period[], now: Date): Period | undefined {
  return periods.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);
}

/**
 * The plan at a moment: that of its period, or of the next one while a trial still runs before it. Null: nothing
 * is paid for from this moment on.
 */
export function planAt(periods: readonly Period[], now: Date): PaidPlan | null {
  return (periodAt(periods, now) ?? periods.find(({ startsAt }) => now < startsAt))?.plan ?? null;
}

/**
 * When bought time begins: at the end of the existing time, so that no day is lost; also within the grace period, which
 * then counts as used time. Later it begins now.
 */
export function startOfNext(
  now: Date,
  { expiresAt, graceEnd }: { expiresAt: Date | null; graceEnd: Date | null },
): Date {
  if (expiresAt && now < expiresAt) return expiresAt;
  return expiresAt && graceEnd && now < graceEnd ? expiresAt : now;
}

/** The period of a purchase that begins at a moment. */
export function newPeriod(purchase: Purchase, startsAt: Date): Period {
  const days = purchase.grantedMonths * daysOfMonth;
  return { ...purchase, startsAt, days, endsAt: new Date(startsAt.getTime() + days * day), upgrade: null };
}

/** The change of a period by an upgrade. */
export interface UpgradedPeriod {
  readonly period: Period;
  /** Its remaining whole days. */
  readonly daysLeft: number;
  /** The paid price of these days, and their price on the new plan. */
  readonly unusedMinor: number;
  readonly newMinor: number;
}

/**
 * The changes of an upgrade from a moment on, by period. `priceOf`: the price of a period's terms on the new
 * plan. The day in progress is not charged. Amounts are rounded down to the currency's smallest step.
 */
export function upgradeOf(
  periods: readonly Period[],
  { plan, now, step, priceOf }: { plan: PaidPlan; now: Date; step: number; priceOf: (period: Period) => number },
): UpgradedPeriod[] {
  return periods
    .filter((period) => period.endsAt > now && isAbove(plan, period.plan))
    .map((period) => {
      const from = period.startsAt > now ? period.startsAt : now;
      const daysLeft = Math.min(wholeDays(from, period.endsAt), period.days);
      const listDays = period.grantedMonths * daysOfMonth;
      const unusedMinor = shareOf(period.amountMinor, { part: daysLeft, whole: period.days, step });
      const newMinor = shareOf(priceOf(period), { part: daysLeft, whole: listDays, step });
      return { period, daysLeft, unusedMinor, newMinor: Math.max(newMinor, unusedMinor) };
    });
}

/** The periods after an upgrade: used time stays unchanged, the rest is on the new plan with the same end. */
export function afterUpgrade(
  periods: readonly Period[],
  {
    plan,
    now,
    changes,
    orderId,
  }: { plan: PaidPlan; now: Date; changes: readonly UpgradedPeriod[]; orderId: string | null },
): Period[] {
  return periods.flatMap((period) => {
    const change = changes.find((one) => one.period === period);
    if (!change) return [period];
    const startsAt = period.startsAt > now ? period.startsAt : now;
    const fresh: Period = {
      ...period,
      ...{ plan, startsAt },
      upgrade: { orderId, from: period.plan, amountMinor: change.unusedMinor },
      days: Math.max(1, change.daysLeft),
      amountMinor: change.newMinor,
    };
    if (startsAt.getTime() === period.startsAt.getTime()) return [fresh];
    const usedDays = Math.max(1, period.days - change.daysLeft);
    return [
      { ...period, endsAt: startsAt, days: usedDays, amountMinor: period.amountMinor - change.unusedMinor },
      fresh,
    ];
  });
}

/**
 * The periods after a refunded order: its used time stays, the rest is removed, and later periods move up, so
 * that its days are not lost.
 */
export function afterRefund(periods: readonly Period[], orderId: string, now: Date): Period[] {
  let gone = 0;
  return periods.flatMap((period) => {
    const moved = { ...period, startsAt: earlier(period.startsAt, gone), endsAt: earlier(period.endsAt, gone) };
    if (period.orderId !== orderId || moved.endsAt <= now) return [moved];
    const from = moved.startsAt > now ? moved.startsAt : now;
    gone += moved.endsAt.getTime() - from.getTime();
    return moved.startsAt < now ? [{ ...moved, endsAt: now }] : [];
  });
}

/** The periods after a refunded upgrade: its used time stays, the rest returns to the earlier plan. */
export function afterUpgradeRefund(periods: readonly Period[], orderId: string, now: Date): Period[] {
  return periods.flatMap((period) => {
    const { upgrade } = period;
    if (upgrade?.orderId !== orderId || period.endsAt <= now) return [period];
    const startsAt = period.startsAt > now ? period.startsAt : now;
    const daysLeft = Math.max(1, Math.min(wholeDays(startsAt, period.endsAt), period.days));
    const amountMinor = shareOf(upgrade.amountMinor, { part: daysLeft, whole: period.days, step: 1 });
    const rest: Period = { ...period, plan: upgrade.from, startsAt, days: daysLeft, amountMinor, upgrade: null };
    if (period.startsAt >= now) return [rest];
    const used = shareOf(period.amountMinor, { part: period.days - daysLeft, whole: period.days, step: 1 });
    return [{ ...period, endsAt: now, days: Math.max(1, period.days - daysLeft), amountMinor: used }, rest];
  });
}

function earlier(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() - milliseconds);
}

/** A part of an amount by the day, rounded down to whole steps; exact, whatever the amounts. */
export function shareOf(
  amountMinor: number,
  { part, whole, step }: { part: number; whole: number; step: number },
): number {
  const steps = (BigInt(amountMinor) * BigInt(part)) / (BigInt(whole) * BigInt(step));
  return Number(steps) * step;
}
