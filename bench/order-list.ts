import { fillCentre, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { bareStatements, besideBare, type Series } from "./measure/beside-bare.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { report } from "./measure/figures.ts";
import { fillOrders } from "./order-list/fill-orders.ts";

const orders = Number(process.env["BENCH_ORDERS"] ?? 200_000);
const leads = Math.round(orders / 4);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
const wantedOfLists = 30;
const wantedOfTotals = 200;

await withBenchDatabase(measure);

/** Pages and sums of many orders, as their list asks for them. */
async function measure(database: BenchDatabase): Promise<void> {
  const all = await fill(database);
  const figures = await besideBare(database, all, seconds);
  report({
    title: `Orders: pages of 30 and sums of ${orders.toLocaleString("en")} orders of ${leads.toLocaleString("en")} leads, three years`,
    against: bareStatements,
    figures,
  });
}

async function fill(database: BenchDatabase): Promise<Series[]> {
  const series = await withoutLeadIndexes(database.owner, async () => {
    const centre = await fillCentre(database, "連鎖大班", leads);
    await fillOrders(database.owner, centre.organization.organizationId, orders);
    return seriesOf(centre.token, { branchID: centre.organization.branchIds[0], salesID: centre.sales[0] });
  });
  await database.owner.query("vacuum analyze");
  return series;
}

function seriesOf(token: string, { branchID, salesID }: Record<"branchID" | "salesID", string | undefined>): Series[] {
  const ask = (call: string) => (body: object) => ({
    ...{ token, method: "POST" as const, path: `/api_users/Order/${call}` },
    body: { ...body },
  });
  const list = ask("OrderList");
  const totals = ask("OrderTotals");
  const [month, year] = [daysBack(30), daysBack(365)];
  const filters: Record<string, object[]> = {
    "all orders": [{}],
    "of a month": [month],
    "of a year": [year],
    "paid in a month": [{ payStart: month.startTime, payEnd: month.endTime }],
    "open ones": [{ status: ["pending"] }],
    "of a branch": [{ branchID }],
    "of a sales person": [{ salesID }],
    "by a word": [{ keywords: "鋼琴" }, { keywords: "陳" }, { keywords: "小提琴 陳" }],
    "by a number": [{ keywords: "2026010100012345" }],
    "with kept money": [{ hasKept: true }],
    "with a refund under way": [{ refundWaits: true }],
  };
  const page = { pageSize: 30 };
  return [
    ...["createTime", "payDate", "total"].map((sortBy) => ({
      ...{ name: `list by ${sortBy}`, wantedMs: wantedOfLists },
      calls: ["asc", "desc"].map((sortOrder) => list({ ...page, sortBy, sortOrder })),
    })),
    ...Object.entries(filters).map(([name, some]) => ({
      ...{ name: `list ${name}`, wantedMs: wantedOfLists },
      calls: some.map((filter) => list({ ...page, ...filter })),
    })),
    ...Object.entries(filters).map(([name, some]) => ({
      ...{ name: `totals ${name}`, wantedMs: wantedOfTotals },
      calls: some.map(totals),
    })),
  ];
}

function daysBack(days: number): { startTime: string; endTime: string } {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return { startTime: day(days), endTime: day(0) };
}
