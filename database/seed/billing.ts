import {
  type LedgerCause,
  type LedgerPlace,
  type LedgerUnit,
  type PaidPlan,
  type PlanOrderKind,
  type PlanUse,
  planUses,
} from "@homeroom/contract/billing";
import { type OrganizationId, RecordId } from "@homeroom/contract/ids";
import { day, dayOf } from "./clock.ts";
import type { SeedTx } from "./kit.ts";
import { demo, seller } from "./places.ts";
import { writeRows } from "./write-rows.ts";

interface PlanPurchase {
  orderId: RecordId;
  kind: PlanOrderKind;
  title: string;
  daysAgo: number;
  amountMinor: number;
  plan: PaidPlan | null;
  paidMonths: number;
  grantedMonths: number;
  messages: number;
}

const orderId = (number: number) =>
  RecordId.parse(`01930000-0000-7000-8000-0000000b11${String(number).padStart(2, "0")}`);
const none = { plan: null, paidMonths: 0, grantedMonths: 0, messages: 0 };

/** The demo organisation's purchases for itself: its plan, messages, and credit. */
const bought: readonly PlanPurchase[] = [
  {
    ...{ orderId: orderId(1), kind: "subscription", title: "基本方案 12 個月（送 2 個月）", daysAgo: 120 },
    ...{ amountMinor: 1_896_000, plan: "basic", paidMonths: 12, grantedMonths: 14, messages: 0 },
  },
  { ...none, orderId: orderId(2), kind: "recharge", title: "帳戶儲值", daysAgo: 30, amountMinor: 600_000 },
  {
    ...{ ...none, orderId: orderId(3), kind: "broadcast", title: "群發套餐 12,000 則訊息", daysAgo: 12 },
    ...{ amountMinor: 3_180_000, paidMonths: 10, grantedMonths: 12, messages: 12_000 },
  },
  { ...none, orderId: orderId(4), kind: "adPlacement", title: "廣告投放：名單", daysAgo: 45, amountMinor: 300_000 },
  { ...none, orderId: orderId(5), kind: "adPlacement", title: "廣告投放：流量", daysAgo: 3, amountMinor: 140_000 },
];

const moment = (now: number, { daysAgo }: PlanPurchase) => new Date(now - daysAgo * day).toISOString();
const numberOf = (one: PlanPurchase, now: number) =>
  `${dayOf(now - one.daysAgo * day).replaceAll("-", "")}0000${one.orderId.slice(-4)}`;

/** Makes the organisation the seller of plans, with the orders and receipts of the demo organisation's purchases. */
export async function writeSales(tx: SeedTx, now: number): Promise<void> {
  const { organizationId, branches } = seller;
  await tx
    .updateTable("organization")
    .set({ membership: "advanced", expires_at: null })
    .where("organization_id", "=", organizationId)
    .execute();
  await tx.insertInto("plan_seller").values({ organization_id: organizationId }).execute();
  await makeOwnerOperator(tx);
  const of = (one: PlanPurchase) => ({ organization_id: organizationId, order_id: one.orderId });
  const amounts = ({ amountMinor }: PlanPurchase) => {
    return {
      gross_minor: amountMinor,
      discount_minor: 0,
      tax_minor: 0,
      total_minor: amountMinor,
      paid_minor: amountMinor,
    };
  };
  const sales = bought.map((one) => ({
    ...of(one),
    ...amounts(one),
    order_number: numberOf(one, now),
    branch_id: branches[0]?.branchId,
    buyer_name: demo.name,
    currency: "TWD",
    discount_kind: "none",
    discount_value: 0,
    discount_reason: "",
    tax_rate: 0,
    tax_included: true,
    refunded_minor: 0,
    pay_method: "bankTransfer",
    pay_type: one.kind === "recharge" ? "recharge" : "subscription",
    status: "paid",
    confirm_status: "confirmed",
    confirm_note: "",
    note: "",
    paid_at: moment(now, one),
    created_at: moment(now, one),
    updated_at: moment(now, one),
    version: 1,
  }));
  await writeRows(tx, "sale_order", sales);
  const lines = bought.map((one) => ({
    ...of(one),
    ...{ position: 1, name: one.title, price_minor: one.amountMinor, quantity: 1, discount_minor: 0 },
  }));
  await writeRows(tx, "order_line", lines);
  const payments = bought.map((one) => ({
    ...of(one),
    payment_id: one.orderId.replace("0b11", "0b13"),
    ...{ provider: "staff", reference: numberOf(one, now), amount_minor: one.amountMinor, currency: "TWD" },
    received_at: moment(now, one),
    created_at: moment(now, one),
  }));
  await writeRows(tx, "payment", payments);
  await writeReceipts(tx, now);
}

async function makeOwnerOperator(tx: SeedTx): Promise<void> {
  await tx
    .updateTable("account")
    .set({ is_platform: true })
    .where("organization_id", "=", seller.organizationId)
    .where("is_owner", "=", true)
    .execute();
}

async function writeReceipts(tx: SeedTx, now: number): Promise<void> {
  const { organizationId } = seller;
  const counts = new Map<number, number>();
  const receipts = bought.map((one) => {
    const year = Number(moment(now, one).slice(0, 4));
    const number = (counts.get(year) ?? 0) + 1;
    counts.set(year, number);
    return {
      organization_id: organizationId,
      receipt_id: one.orderId.replace("0b11", "0b12"),
      order_id: one.orderId,
      kind: "receipt",
      year,
      number,
      amount_minor: one.amountMinor,
      currency: "TWD",
      content: contentOf(one, now),
      issued_at: moment(now, one),
    };
  });
  await writeRows(tx, "receipt", receipts);
  const series = [...counts].map(([year, last]) => {
    return { organization_id: organizationId, kind: "receipt", year, last_number: last };
  });
  await writeRows(tx, "receipt_series", series);
}

function contentOf(one: PlanPurchase, now: number) {
  const { amountMinor, title } = one;
  return {
    organization: seller.name,
    branch: seller.branches[0]?.name ?? "",
    address: "",
    buyer: demo.name,
    orderNumber: numberOf(one, now),
    lines: [{ name: title, quantity: 1, priceMinor: amountMinor }],
    ...{ grossMinor: amountMinor, discountMinor: 0, taxMinor: 0, taxIncluded: true, totalMinor: amountMinor },
    payMethod: "bankTransfer",
    reason: "",
  };
}

/** The demo organisation's own account: its orders, its paid period, and its ledger. */
export async function writeBilling(tx: SeedTx, organizationId: OrganizationId, now: number): Promise<void> {
  const orders = bought.map((one) => ({
    organization_id: organizationId,
    order_id: one.orderId,
    seller_id: seller.organizationId,
    order_number: numberOf(one, now),
    kind: one.kind,
    plan: one.plan,
    paid_months: one.paidMonths,
    granted_months: one.grantedMonths,
    messages: one.messages,
    amount_minor: one.amountMinor,
    currency: "TWD",
    pay_method: "bankTransfer",
    title: one.title,
    status: "paid",
    confirm_status: "confirmed",
    has_image: false,
    given_at: moment(now, one),
    created_at: moment(now, one),
    paid_at: moment(now, one),
  }));
  await writeRows(tx, "plan_order", orders);
  await writePeriod(tx, organizationId, now);
  await writeLedger(tx, organizationId, now);
  await writeServices(tx, organizationId, now);
  await writeUses(tx, organizationId, now);
}

/** The share of today's use, by the number of the last 90 days that had passed. */
const courses: Record<PlanUse, (passed: number) => number> = {
  storage: (passed) => 0.4 + (passed / 90) * 0.58 + Math.sin(passed / 6) * 0.02,
  messages: () => 1,
  images: (passed) => (passed % 30) / 30,
  staff: (passed) => 0.7 + Math.floor(passed / 22) * 0.075,
  branches: (passed) => (passed < 50 ? 0.75 : 1),
};

/** The use of the last 90 days, growing to today's. */
async function writeUses(tx: SeedTx, organizationId: OrganizationId, now: number): Promise<void> {
  const use = await tx
    .selectFrom("plan_use")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const limit = await tx
    .selectFrom("plan_limit")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const today: Record<PlanUse, { used: number; allowed: number }> = {
    storage: { used: use.storage_bytes, allowed: limit.storage_bytes },
    messages: { used: 0, allowed: sum(bought.map(({ messages }) => messages)) },
    images: { used: use.images, allowed: limit.images },
    staff: { used: use.staff, allowed: limit.staff },
    branches: { used: use.branches, allowed: limit.branches },
  };
  const rows = planUses.flatMap((one) =>
    Array.from({ length: 90 }, (_, passed) => {
      const { used, allowed } = today[one];
      const share = courses[one](passed);
      return {
        organization_id: organizationId,
        use: one,
        day: dayOf(now - (90 - passed) * day),
        used: Math.round(used * share),
        allowed,
      };
    }),
  );
  await writeRows(tx, "plan_use_day", rows);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, one) => all + one, 0);
}

async function writePeriod(tx: SeedTx, organizationId: OrganizationId, now: number): Promise<void> {
  const [first] = bought;
  if (!first?.plan) return;
  const days = first.grantedMonths * 30;
  const startsAt = now - first.daysAgo * day;
  await tx
    .insertInto("plan_period")
    .values({
      organization_id: organizationId,
      period_id: first.orderId,
      plan: first.plan,
      starts_at: new Date(startsAt),
      ends_at: new Date(startsAt + days * day),
      days,
      amount_minor: first.amountMinor,
      paid_months: first.paidMonths,
      granted_months: first.grantedMonths,
      order_id: first.orderId,
    })
    .execute();
}

interface Movement {
  one: PlanPurchase;
  unit: LedgerUnit;
  from: LedgerPlace;
  to: LedgerPlace;
  amount: number;
  cause: LedgerCause;
}

/** The movements of an order: its money arrives and pays for the purchase. */
function movementsOf(one: PlanPurchase): Movement[] {
  const money = { one, unit: "money", amount: one.amountMinor } as const;
  const isRecharge = one.kind === "recharge";
  return [
    { ...money, from: "outside", to: "available", cause: isRecharge ? "recharge" : "payment" },
    ...(isRecharge ? [] : [{ ...money, from: "available", to: "used", cause: "purchase" } as const]),
    ...(one.kind === "adPlacement" ? adMovementsOf(one) : []),
    ...(one.messages > 0
      ? [{ one, unit: "message", amount: one.messages, from: "outside", to: "available", cause: "purchase" } as const]
      : []),
  ];
}

/** The spent part of an ad that has ended. */
const spentOf = ({ amountMinor }: PlanPurchase) => Math.round(amountMinor * 0.96);
const isOver = ({ daysAgo }: PlanPurchase) => daysAgo > 20;

/** The ad budget of a service: bought and reserved; when the service has ended, the rest returns. */
function adMovementsOf(one: PlanPurchase): Movement[] {
  const budget = { one, unit: "adBudget" } as const;
  const spent = spentOf(one);
  return [
    { ...budget, from: "outside", to: "available", amount: one.amountMinor, cause: "purchase" },
    { ...budget, from: "available", to: "reserved", amount: one.amountMinor, cause: "reservation" },
    ...(isOver(one)
      ? ([
          { ...budget, from: "reserved", to: "used", amount: spent, cause: "adPlacement" },
          { ...budget, from: "reserved", to: "available", amount: one.amountMinor - spent, cause: "release" },
        ] as const)
      : []),
  ];
}

/** One service that has ended with a report, and one that waits for approval. */
async function writeServices(tx: SeedTx, organizationId: OrganizationId, now: number): Promise<void> {
  const ads = bought.filter(({ kind }) => kind === "adPlacement");
  const at = (one: PlanPurchase, daysLater: number) => new Date(now - (one.daysAgo - daysLater) * day).toISOString();
  const reservationOf = (one: PlanPurchase) => one.orderId.replace("0b11", "0b14");
  const services = ads.map((one) => ({
    organization_id: organizationId,
    service_id: one.orderId,
    type: one.title.endsWith("名單") ? "leads" : "traffic",
    amount_minor: one.amountMinor,
    currency: "TWD",
    text: "暑期英語營開始報名，早鳥享九折。",
    status: isOver(one) ? "finished" : "waiting",
    reservation_id: reservationOf(one),
    agreed_at: isOver(one) ? at(one, 1) : null,
    started_at: isOver(one) ? at(one, 2) : null,
    ended_at: isOver(one) ? at(one, 16) : null,
    report: isOver(one)
      ? { spentMinor: spentOf(one), impressions: 48_210, clicks: 1126, leads: 37, note: "早鳥素材的成效最好。" }
      : null,
    reported_at: isOver(one) ? at(one, 17) : null,
    created_at: moment(now, one),
  }));
  await writeRows(tx, "ad_service", services);
  const kept = ads.map((one) => ({
    organization_id: organizationId,
    reservation_id: reservationOf(one),
    unit: "adBudget",
    cause: "adPlacement",
    amount: one.amountMinor,
    left_amount: isOver(one) ? 0 : one.amountMinor,
    created_at: moment(now, one),
    closed_at: isOver(one) ? at(one, 16) : null,
  }));
  await writeRows(tx, "ledger_reservation", kept);
}

async function writeLedger(tx: SeedTx, organizationId: OrganizationId, now: number): Promise<void> {
  const balances = new Map<string, number>();
  const positions = new Map<LedgerUnit, number>();
  const change = (unit: LedgerUnit, place: LedgerPlace, by: number) => {
    const after = (balances.get(`${unit} ${place}`) ?? 0) + by;
    balances.set(`${unit} ${place}`, after);
    return after;
  };
  const entries = bought.flatMap(movementsOf).map(({ one, unit, from, to, amount, cause }, index) => {
    const position = (positions.get(unit) ?? 0) + 1;
    positions.set(unit, position);
    return {
      organization_id: organizationId,
      entry_id: orderId(50 + index),
      position,
      unit,
      from_place: from,
      to_place: to,
      amount,
      from_balance: change(unit, from, -amount),
      to_balance: change(unit, to, amount),
      cause,
      idempotency_key: `${unit} ${from} ${to} ${one.orderId}`,
      order_id: one.orderId,
      note: one.title,
      created_at: moment(now, one),
    };
  });
  await writeRows(tx, "ledger_entry", entries);
  const held = [...positions.keys()].flatMap((unit) =>
    (["outside", "available", "reserved", "used"] as const).map((place) => {
      return { organization_id: organizationId, unit, place, balance: balances.get(`${unit} ${place}`) ?? 0 };
    }),
  );
  await writeRows(tx, "ledger_balance", held);
}
