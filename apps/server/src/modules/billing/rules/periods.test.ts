import { daysOfMonth, type PaidPlan } from "@homeroom/contract/billing";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterRefund,
  afterUpgrade,
  afterUpgradeRefund,
  newPeriod,
  type Period,
  periodAt,
  planAt,
  startOfNext,
  upgradeOf,
} from "./periods.ts";

const day = 86_400_000;
const start = new Date("2026-01-01T03:17:00Z");
const at = (days: number) => new Date(start.getTime() + days * day);
const prices: Record<PaidPlan, Record<number, number>> = {
  basic: { 1: 38_800, 12: 465_600 },
  advanced: { 1: 88_800, 12: 1_065_600 },
};
const bought = (plan: PaidPlan, paidMonths: 1 | 12, orderId: string) => ({
  ...{ plan, paidMonths, orderId },
  grantedMonths: paidMonths === 12 ? 14 : 1,
  amountMinor: prices[plan][paidMonths] ?? 0,
});
const priceOf = ({ paidMonths }: Period) => prices.advanced[paidMonths] ?? 0;

test("a yearly plan is 420 days, after the rest of the trial", () => {
  const period = newPeriod(bought("basic", 12, "a"), startOfNext(at(5), { expiresAt: at(15), graceEnd: null }));
  expect(period).toMatchObject({ startsAt: at(15), endsAt: at(435), days: 420 });
  expect(planAt([period], at(6))).toBe("basic");
  expect(planAt([period], at(435))).toBeNull();
});

test("a payment in the grace period extends from the end, a later one starts today", () => {
  const ended = { expiresAt: at(30), graceEnd: at(37) };
  expect(startOfNext(at(36), ended)).toEqual(at(30));
  expect(startOfNext(at(37), ended)).toEqual(at(37));
});

test("an upgrade after ten days of a month costs the difference for the other twenty", () => {
  const period = newPeriod(bought("basic", 1, "a"), at(0));
  const changes = upgradeOf([period], { plan: "advanced", now: at(10), step: 1, priceOf });
  expect(changes).toMatchObject([{ daysLeft: 20, unusedMinor: 25_866, newMinor: 59_200 }]);
  const after = afterUpgrade([period], { plan: "advanced", now: at(10), changes, orderId: "b" });
  expect(after).toMatchObject([
    { plan: "basic", startsAt: at(0), endsAt: at(10), days: 10, amountMinor: 12_934 },
    { plan: "advanced", startsAt: at(10), endsAt: at(30), days: 20, amountMinor: 59_200 },
  ]);
});

test("refunding an upgrade restores the days on the previous plan", () => {
  const period = newPeriod(bought("basic", 1, "a"), at(0));
  const changes = upgradeOf([period], { plan: "advanced", now: at(10), step: 1, priceOf });
  const upgraded = afterUpgrade([period], { plan: "advanced", now: at(10), changes, orderId: "b" });
  expect(afterUpgradeRefund(upgraded, "b", at(15))).toMatchObject([
    { plan: "basic", endsAt: at(10) },
    { plan: "advanced", startsAt: at(10), endsAt: at(15) },
    { plan: "basic", startsAt: at(15), endsAt: at(30), days: 15 },
  ]);
});

test("two upgrades at once change nothing the second time", () => {
  const period = newPeriod(bought("advanced", 1, "a"), at(0));
  expect(upgradeOf([period], { plan: "advanced", now: at(3), step: 1, priceOf })).toEqual([]);
});

test("periods after a refunded order move forward", () => {
  const first = newPeriod(bought("basic", 1, "a"), at(0));
  const second = newPeriod(bought("basic", 12, "b"), at(30));
  expect(afterRefund([first, second], "a", at(12))).toMatchObject([
    { startsAt: at(0), endsAt: at(12) },
    { startsAt: at(12), endsAt: at(432), days: 420 },
  ]);
});

const step = fc.record({
  kind: fc.constantFrom("buy", "upgrade", "refund", "wait" as const),
  plan: fc.constantFrom<PaidPlan>("basic", "advanced"),
  months: fc.constantFrom<1 | 12>(1, 12),
  minutes: fc.integer({ min: 0, max: 40 * 24 * 60 }),
  which: fc.nat(),
});

test("two years of purchases, upgrades, refunds and ends lose no day and sell none twice", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
      let periods: Period[] = [];
      let now = start;
      let expiresAt: Date | null = at(15);
      /** Future time that is paid for, kept beside the periods. */
      let held = 0;
      const refunded = new Set<string>();
      const end = at(730);
      for (const [index, { kind, plan, months, minutes, which }] of steps.entries()) {
        if (now > end) break;
        const orderId = String(index);
        if (kind === "buy") {
          const startsAt = startOfNext(now, {
            expiresAt,
            graceEnd: expiresAt && new Date(expiresAt.getTime() + 7 * day),
          });
          const period = newPeriod(bought(plan, months, orderId), startsAt);
          periods = [...periods, period];
          held += period.grantedMonths * daysOfMonth * day - Math.max(0, now.getTime() - startsAt.getTime());
        } else if (kind === "upgrade") {
          const changes = upgradeOf(periods, { plan: "advanced", now, step: 1, priceOf });
          const before = periods.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
          periods = afterUpgrade(periods, { plan: "advanced", now, changes, orderId });
          const paid = changes.reduce((sum, one) => sum + one.newMinor - one.unusedMinor, 0);
          expect(paid).toBeGreaterThanOrEqual(0);
          const after = periods.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
          expect(after).toBe(before + paid);
        } else if (kind === "refund" && periods.length > 0) {
          const target = periods[which % periods.length]?.orderId ?? "";
          if (!refunded.has(target)) {
            refunded.add(target);
            const future = (all: readonly Period[]) => all.reduce((sum, one) => sum + futureOf(one, now), 0);
            const lost = periods.filter(({ orderId: id }) => id === target);
            held -= future(lost);
            periods = afterRefund(periods, target, now);
          }
        }
        expiresAt = periods.at(-1)?.endsAt ?? expiresAt;
        const later = new Date(now.getTime() + minutes * 60_000);
        expect(periods.reduce((sum, one) => sum + futureOf(one, now), 0)).toBe(held);
        held -= periods.reduce((sum, one) => sum + futureOf(one, now) - futureOf(one, later), 0);
        now = later;
        for (const [place, period] of periods.entries()) {
          expect(period.endsAt >= period.startsAt).toBe(true);
          const before = periods[place - 1];
          if (before) expect(before.endsAt <= period.startsAt).toBe(true);
          expect(Number.isSafeInteger(period.amountMinor) && period.amountMinor >= 0).toBe(true);
        }
        const inside = periods.filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);
        expect(inside.length).toBeLessThanOrEqual(1);
        expect(periodAt(periods, now)).toBe(inside[0]);
      }
    }),
    { numRuns: 300 },
  );
});

function futureOf({ startsAt, endsAt }: Period, now: Date): number {
  return Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime()));
}
