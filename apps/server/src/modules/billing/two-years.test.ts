import { type PaidPlan, type PlanOrderKind, paidPlans } from "@homeroom/contract/billing";
import { RecordId } from "@homeroom/contract/ids";
import fc from "fast-check";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { membershipAt } from "#modules/organizations/public";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { followPlan } from "./actions/follow-order.ts";
import { giveGrant } from "./actions/give-grant.ts";
import { type BillingDesk, openBillingDesk } from "./for-tests.ts";
import { balancesOf, ledgerFaults } from "./queries/ledger.ts";
import { lockPlanOrder } from "./queries/orders.ts";
import { periodsOf } from "./queries/periods.ts";
import { standingOf } from "./queries/standing.ts";
import type { Period } from "./rules/periods.ts";
import { type PurchaseRequest, type Quote, quoteOf } from "./rules/quote.ts";
import { fulfilOrder, reverseOrder } from "./writes/fulfil-order.ts";

let desk: BillingDesk;
beforeAll(async () => {
  desk = await openBillingDesk();
});
afterAll(() => desk.stop());

const minute = 60_000;
const day = 1440 * minute;
const start = new Date("2026-02-01T03:17:00Z");
const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);
const act = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(desk.db, desk.centre.scope, work);

interface Bought {
  orderId: RecordId;
  kind: PlanOrderKind;
  isRefunded: boolean;
}

/** What the account should be, kept beside it. */
interface Model {
  now: Date;
  /** Time from now on that was paid for or granted. */
  held: number;
  paid: number;
  spent: number;
  orders: Bought[];
}

const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom("buy", "upgrade", "recharge", "messages" as const),
    plan: fc.constantFrom<PaidPlan>(...paidPlans),
    months: fc.constantFrom<1 | 12>(1, 12),
    /** A transfer is confirmed days after it was ordered. */
    waits: fc.integer({ min: 0, max: 4 * 1440 }),
  }),
  fc.record({ kind: fc.constant("refund" as const), which: fc.nat() }),
  fc.record({ kind: fc.constant("grant" as const), days: fc.integer({ min: 1, max: 20 }) }),
  // The clock may step back too.
  fc.record({ kind: fc.constant("clock" as const), minutes: fc.integer({ min: -180, max: 60 * 1440 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test("two years of purchases, upgrades, refunds, grants, ends and clock steps: entries add up, no day is sold twice, none is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      await desk.openCentre();
      await desk.owner.query("update organization set expires_at = $2 where organization_id = $1", [
        desk.centre.organizationId,
        after(start, 15 * day),
      ]);
      const model: Model = { now: start, held: 0, paid: 0, spent: 0, orders: [] };
      for (const one of steps) {
        if (model.now > after(start, 730 * day)) break;
        await take(one, model);
        await check(model);
      }
      expect(await act((tx) => ledgerFaults(tx, desk.centre.scope))).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

async function take(one: Step, model: Model): Promise<void> {
  if (one.kind === "clock") return letPass(model, one.minutes * minute);
  if (one.kind === "grant") {
    const before = await future(model.now);
    const grantId = RecordId.parse(v7());
    const grant = { grantId, kind: "days", amount: one.days, reason: "x" } as const;
    for (const isNew of [true, false])
      expect(await act((tx) => giveGrant(tx, desk.centre.scope, grant, model.now))).toBe(isNew);
    // Days of a trial are no time of a plan; days of grace that were used are part of what is given.
    const given = (await future(model.now)) - before;
    expect(given).toBeLessThanOrEqual(one.days * day);
    expect(given === 0 || given >= (one.days - 7) * day).toBe(true);
    model.held += given;
    return;
  }
  if (one.kind === "refund") return refund(one.which, model);
  return buy(one, model);
}

async function buy(
  { kind, plan, months, waits }: Extract<Step, { kind: "buy" | "upgrade" | "recharge" | "messages" }>,
  model: Model,
): Promise<void> {
  const purchases: Record<typeof kind, PurchaseRequest> = {
    buy: { kind: "subscription", planID: plan, months },
    upgrade: { kind: "upgrade", planID: "advanced" },
    recharge: { kind: "recharge", amount: 500 },
    messages: { kind: "broadcast", months: months === 1 ? 1 : 10 },
  };
  const purchase = purchases[kind];
  const quote = await act(async (tx) =>
    quoteIfSold(purchase, await standingOf(tx, desk.centre.scope, model.now), model.now),
  );
  if (!quote) return;
  const orderId = await writeOrder(quote);
  await letPass(model, waits * minute);
  const [costBefore, timeBefore] = [await cost(), await future(model.now)];
  await act(async (tx) => {
    const order = await lockPlanOrder(tx, desk.centre.scope, orderId);
    await fulfilOrder(tx, desk.centre.scope, { order, now: model.now });
  });
  const gained = (await future(model.now)) - timeBefore;
  if (kind === "buy") {
    const used = quote.days * day - gained;
    // Only days of grace, which were used already, are paid for behind the moment.
    expect(used).toBeGreaterThanOrEqual(0);
    expect(used).toBeLessThanOrEqual(7 * day);
  } else expect(gained).toBe(0);
  model.held += gained;
  model.paid += quote.amountMinor;
  if (kind === "upgrade") {
    const costs = (await cost()) - costBefore;
    expect(costs).toBeLessThanOrEqual(quote.amountMinor);
    expect(costs).toBeGreaterThanOrEqual(0);
    model.spent += costs;
  } else if (kind !== "recharge") model.spent += quote.amountMinor;
  model.orders.push({ orderId, kind: quote.kind, isRefunded: false });
}

function quoteIfSold(...asked: Parameters<typeof quoteOf>): Quote | null {
  try {
    return quoteOf(...asked);
  } catch {
    // Nothing is left to upgrade.
    return null;
  }
}

async function writeOrder({ kind, plan, price, messages, amountMinor }: Quote): Promise<RecordId> {
  const orderId = RecordId.parse(v7());
  await act((tx) =>
    tx
      .insertInto("plan_order")
      .values({
        organization_id: desk.centre.organizationId,
        order_id: orderId,
        seller_id: desk.seller.organizationId,
        kind,
        plan,
        paid_months: price?.paidMonths ?? 0,
        granted_months: price?.grantedMonths ?? 0,
        messages,
        amount_minor: amountMinor,
        currency: "HKD",
        pay_method: "bankTransfer",
        title: kind,
      })
      .execute(),
  );
  return orderId;
}

async function refund(which: number, model: Model): Promise<void> {
  const open = model.orders.filter(({ isRefunded }) => !isRefunded);
  const target = open[which % Math.max(1, open.length)];
  if (!target) return;
  target.isRefunded = true;
  const { now } = model;
  const before = await act((tx) => periodsOf(tx, desk.centre.scope));
  await act(async (tx) => {
    const order = await lockPlanOrder(tx, desk.centre.scope, target.orderId);
    await reverseOrder(tx, desk.centre.scope, { order, now });
  });
  // The days of an upgrade return to the plan before; of a purchase those that were not used go.
  if (target.kind !== "subscription") return;
  model.held -= futureOf(
    before.filter(({ orderId }) => orderId === target.orderId),
    now,
  );
}

/** Lets time pass, or go back, and counts the paid time that this uses. */
async function letPass(model: Model, milliseconds: number): Promise<void> {
  const later = after(model.now, milliseconds);
  const periods = await act((tx) => periodsOf(tx, desk.centre.scope));
  model.held -= futureOf(periods, model.now) - futureOf(periods, later);
  model.now = later;
  await act((tx) => followPlan(tx, desk.centre.scope, later));
}

async function check({ now, held, paid, spent }: Model): Promise<void> {
  const { scope, organizationId } = desk.centre;
  const periods = await act((tx) => periodsOf(tx, scope));
  expect(futureOf(periods, now)).toBe(held);
  for (const [place, period] of periods.entries()) {
    const before = periods[place - 1];
    if (before) expect(before.endsAt <= period.startsAt).toBe(true);
    expect(period.endsAt >= period.startsAt).toBe(true);
    expect(period.amountMinor).toBeGreaterThanOrEqual(0);
  }
  await act(async (tx) => {
    expect(await ledgerFaults(tx, scope)).toEqual([]);
    const balance = await balancesOf(tx, scope);
    const returned = await refunds(tx);
    expect(balance("money", "used")).toBe(spent);
    expect(balance("money", "available")).toBe(paid - spent - returned);
  });
  const { rows } = await desk.owner.query<{
    membership: Parameters<typeof membershipAt>[0]["membership"];
    expires_at: Date;
  }>("select membership, expires_at from organization where organization_id = $1", [organizationId]);
  const [row] = rows;
  const last = periods.at(-1);
  if (!row || !last) return;
  expect(row.expires_at).toEqual(last.endsAt);
  // Where time is left everything is open, whatever was bought, upgraded and refunded before.
  if (held > 0) expect(["basic", "advanced"]).toContain(membershipAt({ ...row, expiresAt: row.expires_at }, now));
}

async function refunds(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom("ledger_entry")
    .select("amount")
    .where("organization_id", "=", desk.centre.organizationId)
    .where("unit", "=", "money")
    .where("to_place", "=", "outside")
    .execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

async function cost(): Promise<number> {
  const periods = await act((tx) => periodsOf(tx, desk.centre.scope));
  return periods.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

async function future(now: Date): Promise<number> {
  return futureOf(await act((tx) => periodsOf(tx, desk.centre.scope)), now);
}

function futureOf(periods: readonly Period[], now: Date): number {
  return periods.reduce(
    (sum, { startsAt, endsAt }) => sum + Math.max(0, endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime())),
    0,
  );
}
