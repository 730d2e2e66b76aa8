import type { DashboardFigures } from "@homeroom/contract/dashboard";
import type { AccountId, LeadId } from "@homeroom/contract/ids";
import type { OrderSummary } from "@homeroom/contract/order-totals";
import fc from "fast-check";
import { v7 } from "uuid";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { advertisingModule } from "#modules/advertising/public";
import { broadcastPlansModule } from "#modules/broadcast-plans/public";
import { buildLead } from "#modules/leads/for-tests";
import { openOrderDesk } from "#modules/orders/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { dayOf, today } from "#platform/clock/days";
import { prepareDesk } from "#platform/db/for-tests";
import { dashboardModule } from "./public.ts";
import { type DayRange, daysBefore } from "./rules/windows.ts";

const zone = "Asia/Hong_Kong";
let organizationId: string;
/** A sales person, who sees own rows alone. */
let one: { accountId: AccountId; token: string };
/** Of the first or second branch, of `one` or of somebody else. */
let leads: { leadId: LeadId; branch: number; isOnes: boolean }[];

const desk = prepareDesk(() =>
  openOrderDesk((platform) => [
    dashboardModule(platform),
    broadcastPlansModule(platform, []),
    advertisingModule(platform, null),
  ]),
);
beforeAll(async () => {
  ({ organizationId } = desk.organization);
  one = await desk.signIn({ role: "sales" });
  const other = await desk.signIn({ role: "sales" });
  const kinds = [0, 1].flatMap((branch) => [true, false].map((isOnes) => ({ branch, isOnes })));
  leads = await Promise.all(
    kinds.map(async ({ branch, isOnes }) => ({
      leadId: await buildLead(desk.db, desk.organization, {
        branch_id: desk.organization.branchIds[branch as 0 | 1],
        sales_id: (isOnes ? one : other).accountId,
      }),
      branch,
      isOnes,
    })),
  );
});
beforeEach(async () => {
  await emptyOrders();
  await desk.owner.query("delete from broadcast_plan");
  await desk.owner.query("delete from ad_account");
});

const emptyOrders = () => desk.owner.query("truncate sale_order cascade");

async function post<Result>(path: string, body: object, token = desk.token): Promise<Result> {
  const answer = await callApi<Result>(desk.app, `POST /${path}`, { token, body });
  if (answer.body.resultData === null) throw new Error(`${path}: ${answer.body.message}`);
  return answer.body.resultData;
}
const figures = (body: object, token?: string) =>
  post<DashboardFigures>("api_users/Dashboard/DashboardInfo", { days: 7, ...body }, token);
const cardsOf = ({ cards }: DashboardFigures, key: string) => cards.filter((card) => card.key === key);

const sales = fc.array(
  fc.record({
    currency: fc.constantFrom("HKD", "TWD"),
    // Both windows and what lies before them, and above all the hours in which a day begins.
    minutesAgo: fc.oneof(
      fc.integer({ min: 0, max: 16 * 24 * 60 }),
      fc.tuple(fc.nat(15), fc.nat(120)).map(([day, minute]) => day * 24 * 60 + minute),
    ),
    paid: fc.integer({ min: 100, max: 900_000 }),
    refunded: fc.nat(100),
    isPaid: fc.boolean(),
    lead: fc.nat(3),
  }),
  { maxLength: 12 },
);
type Sale = (typeof sales extends fc.Arbitrary<infer All> ? All : never)[number];

let made = 0;
async function sell({ currency, minutesAgo, paid, refunded, isPaid, lead }: Sale): Promise<Date | null> {
  const { leadId, branch } = leads[lead] ?? {};
  made += 1;
  const { rows } = await desk.owner.query<{ paid_at: Date | null }>(
    `insert into sale_order (organization_id, order_id, order_number, branch_id, lead_id, buyer_name, currency,
       discount_kind, gross_minor, discount_minor, tax_minor, total_minor, paid_minor, refunded_minor, pay_method, status,
       confirm_status, paid_at)
     values ($1, gen_random_uuid(), $2, $3, $4, '陳太', $5, 'none', $6, 0, 0, $6, $6, $7, 'cash', $8, 'confirmed', $9)
     returning paid_at`,
    [
      ...[organizationId, `20260101${String(made).padStart(8, "0")}`, desk.organization.branchIds[branch as 0 | 1]],
      ...[leadId, currency, paid, refunded, isPaid ? "paid" : "pending"],
      isPaid ? new Date(Date.now() - minutesAgo * 60_000) : null,
    ],
  );
  return rows[0]?.paid_at ?? null;
}

test("revenue equals the sum of the paid orders, and opens a list of exactly these", async () => {
  await fc.assert(
    fc.asyncProperty(sales, fc.constantFrom("all", "branch", "person", "own"), async (all, who) => {
      await emptyOrders();
      const orders: { sale: Sale; paidAt: Date | null }[] = [];
      for (const sale of all) orders.push({ sale, paidAt: await sell(sale) });
      const [branchID] = desk.organization.branchIds;
      const narrowed = { all: {}, branch: { branchID }, person: { salesID: one.accountId }, own: {} }[who];
      const token = who === "own" ? one.token : desk.token;
      const found = await figures(narrowed, token);

      const isCounted = (sale: Sale) => {
        const { branch = 0, isOnes = false } = leads[sale.lead] ?? {};
        return { all: true, branch: branch === 0, person: isOnes, own: isOnes && branch === 0 }[who];
      };
      const inRange = ({ start, end }: DayRange, currency?: string) =>
        orders.filter(({ sale, paidAt }) => {
          const day = paidAt && dayOf(paidAt, zone);
          return day && day >= start && day <= end && isCounted(sale) && sale.currency === (currency ?? sale.currency);
        });
      const amount = (some: typeof orders) => some.reduce((sum, { sale }) => sum + sale.paid - sale.refunded, 0) / 100;
      const { range, compareRange } = found;
      const cards = cardsOf(found, "revenue");
      const currencies = [...inRange(range), ...inRange(compareRange)].map(({ sale }) => sale.currency);
      expect(cards.map(({ currency }) => currency).toSorted()).toEqual([...new Set(currencies)].toSorted());

      const filters = { ...narrowed, mine: who === "own", payStart: range.start, payEnd: range.end };
      const list = await post<{ total: number }>("api_users/Order/OrderList", filters, token);
      const sums = await post<{ list: OrderSummary[] }>("api_users/Order/OrderTotals", filters, token);
      expect(list.total).toBe(inRange(range).length);
      for (const { currency, value, compareValue, rows } of cards) {
        expect(value).toBeCloseTo(amount(inRange(range, currency ?? "")), 6);
        expect(compareValue).toBeCloseTo(amount(inRange(compareRange, currency ?? "")), 6);
        expect(rows).toBe(list.total);
        const sum = sums.list.find((one) => one.currency === currency);
        expect(value).toBeCloseTo((sum?.paid ?? 0) - (sum?.refunded ?? 0), 6);
      }
    }),
    { numRuns: 40 },
  );
});

async function plan(given: { daysAgo: number | null; accepted: number; branch?: 0 | 1; by?: AccountId }) {
  await desk.owner.query(
    `insert into broadcast_plan (organization_id, plan_id, name, kind, branch_id, state, accepted, started_at, created_by)
     values ($1, gen_random_uuid(), '暑期班', 'email', $2, 'completed', $3, now() - $4::float8 * interval '1 day', $5)`,
    [
      organizationId,
      ...[desk.organization.branchIds[given.branch ?? 0], given.accepted, given.daysAgo],
      given.by ?? null,
    ],
  );
}

test("broadcasts are those that began in the window, with the messages that they handed over", async () => {
  await plan({ daysAgo: 0, accepted: 40 });
  await plan({ daysAgo: 2, accepted: 5, by: one.accountId });
  await plan({ daysAgo: 2, accepted: 7, branch: 1 });
  await plan({ daysAgo: 8, accepted: 100 });
  await plan({ daysAgo: null, accepted: 0 });
  const plans = async (filters: object, token?: string) =>
    (await post<{ total: number }>("api_chat/Broadcast/PlanList", filters, token)).total;
  const [branchID] = desk.organization.branchIds;

  const all = await figures({});
  const window = { startedFrom: all.range.start, startedTo: all.range.end };
  expect(cardsOf(all, "broadcasts")).toMatchObject([{ value: 52, compareValue: 100, changeRate: -48, rows: 3 }]);
  expect(all.broadcast).toEqual({ plans: 3, messages: 52, compareMessages: 100 });
  expect(await plans(window)).toBe(3);

  expect(cardsOf(await figures({ branchID }), "broadcasts")).toMatchObject([{ value: 45, rows: 2 }]);
  expect(await plans({ ...window, branchID })).toBe(2);

  expect(cardsOf(await figures({ salesID: one.accountId }), "broadcasts")).toMatchObject([{ value: 5, rows: 1 }]);
  expect(await plans({ ...window, creatorID: one.accountId })).toBe(1);

  expect(cardsOf(await figures({}, one.token), "broadcasts")).toMatchObject([{ value: 5, rows: 1 }]);
  expect(await plans({ ...window, mine: true }, one.token)).toBe(1);
});

async function adAccount(currency: string, branch: 0 | 1 | null, platform = "meta"): Promise<string> {
  const id = v7();
  await desk.owner.query(
    `insert into ad_account (organization_id, account_id, platform, external_id, name, currency, time_zone, status, branch_id)
     values ($1, $2::uuid, $5, $2::uuid::text, '招生', $3, 'Asia/Hong_Kong', 1, $4)`,
    [organizationId, id, currency, branch === null ? null : desk.organization.branchIds[branch], platform],
  );
  return id;
}

async function campaign(account: string, days: readonly [daysAgo: number, spend: number, impressions: number][]) {
  const id = v7();
  await desk.owner.query(
    `insert into ad_item (organization_id, item_id, account_id, level, external_id, name, status)
     values ($1, $2::uuid, $3, 'campaign', $2::uuid::text, '暑期班', 'ACTIVE')`,
    [organizationId, id, account],
  );
  for (const [daysAgo, spend, impressions] of days)
    await desk.owner.query(
      `insert into ad_day (organization_id, item_id, day, impressions, reach, clicks, results, spend)
       values ($1, $2, $3, $4, 0, 0, 0, $5)`,
      [organizationId, id, daysBefore(today(zone), daysAgo), impressions, spend],
    );
}

test("ad spend is that of campaigns shown in the period, by currency, for people who see campaigns", async () => {
  const [here, there] = [await adAccount("HKD", 0), await adAccount("TWD", 1)];
  await campaign(here, [
    [0, 12.5, 100],
    [6, 7.5, 0],
    [7, 100, 50],
  ]);
  await campaign(here, [[1, 0, 0]]);
  await campaign(here, [[13, 5, 9]]);
  await campaign(there, [[3, 0, 4]]);
  const campaigns = async (filters: object) =>
    (await post<{ total: number }>("api_webhook/Campaign/CampaignList", filters)).total;
  const [branchID] = desk.organization.branchIds;

  const all = await figures({});
  const window = { startTime: all.range.start, endTime: all.range.end, isShown: true };
  expect(cardsOf(all, "adSpend")).toMatchObject([
    { currency: "HKD", value: 20, compareValue: 105, rows: 2 },
    { currency: "TWD", value: 0, compareValue: 0, rows: 2 },
  ]);
  expect(await campaigns(window)).toBe(2);
  expect(await campaigns({ ...window, isShown: false })).toBe(2);

  expect(cardsOf(await figures({ branchID }), "adSpend")).toMatchObject([{ currency: "HKD", value: 20, rows: 1 }]);
  expect(await campaigns({ ...window, branchID })).toBe(1);

  expect(all.ads?.spend.find(({ currency }) => currency === "HKD")?.amount).toBe(
    cardsOf(all, "adSpend").find(({ currency }) => currency === "HKD")?.value,
  );
  expect((await figures({ salesID: one.accountId })).ads).toBeNull();
  expect(cardsOf(await figures({ salesID: one.accountId }), "adSpend")).toEqual([]);
  expect(cardsOf(await figures({}, one.token), "adSpend")).toEqual([]);
});

test("the cost of Volcengine's projects has its own card, for people who see them", async () => {
  await campaign(await adAccount("CNY", 0, "volcengine"), [
    [0, 30, 10],
    [8, 10, 5],
  ]);
  const found = await figures({});
  expect(cardsOf(found, "volcengineSpend")).toMatchObject([{ currency: "CNY", value: 30, compareValue: 10, rows: 1 }]);
  expect(cardsOf(found, "adSpend")).toEqual([]);
  expect(cardsOf(await figures({ salesID: one.accountId }), "volcengineSpend")).toEqual([]);
  expect(cardsOf(await figures({}, one.token), "volcengineSpend")).toEqual([]);
});

test("people without the right to orders or broadcasts see no card of them", async () => {
  await plan({ daysAgo: 0, accepted: 40 });
  await sell({ currency: "HKD", minutesAgo: 1, paid: 1000, refunded: 0, isPaid: true, lead: 0 });
  const teacher = await desk.signIn({ role: "teacher" });
  const found = await figures({}, teacher.token);
  expect(found.cards.map(({ key }) => key)).toEqual(["newLeads", "repeatLeads", "chats", "deals"]);
});
