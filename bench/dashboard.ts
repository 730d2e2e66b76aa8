import { foldFigures } from "@homeroom/server/modules/dashboard/actions/fold-figures";
import { fillCentre, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { callInTurns, spread } from "./measure/callers.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { startServer } from "./measure/programs.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 1_000_000);
const orders = Math.round(leads / 20);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 8);

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const { owner, db, access } = database;
  const centre = await withoutLeadIndexes(owner, () => fillCentre(database, "連鎖大班", leads));
  await fillBusiness(owner, centre.organization.organizationId);
  while (await foldFigures(db));
  await owner.query("vacuum analyze lead_figure, sale_order, broadcast_plan, ad_day");
  const { token, organization } = centre;
  const server = await startServer({ ownerUrl: access.ownerUrl, process: "api", serve: true });
  const figures: Figure[] = [];
  for (const days of [7, 30, 90]) {
    const again = await timesOfCounting(owner, organization.organizationId, days);
    const body = Buffer.from(JSON.stringify({ days }));
    const headers = { "content-type": "application/json", accesstoken: token };
    const next = () => ({ path: "/api_users/Dashboard/DashboardInfo", headers, body });
    const load = await callInTurns(server.port, { callers: 1, seconds, next });
    figures.push(
      { what: `${days} days, p50`, unit: "ms", own: load.p50, reference: spread(again).p50 },
      { what: `${days} days, p95`, unit: "ms", own: load.p95, wanted: { of: "own", atMost: 100 } },
    );
  }
  await server.stop();
  report({
    title: `Figures of the start page: ${leads.toLocaleString("en")} leads and ${orders.toLocaleString("en")} orders of three years, 200 campaigns`,
    against: "counting the leads of the same days, only in SQL",
    figures,
  });
}

/** Three years of orders, a broadcast on every other day, and campaigns with figures of each day. */
async function fillBusiness(owner: BenchDatabase["owner"], organizationId: string): Promise<void> {
  const fill = (statement: string, ...more: number[]) => owner.query(statement, [organizationId, ...more]);
  await fill(
    `insert into sale_order (organization_id, order_id, order_number, branch_id, lead_id, buyer_name, currency, discount_kind,
       gross_minor, discount_minor, tax_minor, total_minor, paid_minor, pay_method, status, confirm_status, created_at, paid_at)
     select organization_id, uuidv7(), '20260101' || lpad((row_number() over ())::text, 8, '0'), branch_id, lead_id,
       nickname, 'HKD', 'none', 120000, 0, 0, 120000, 120000, 'cash', 'paid', 'confirmed', at, at
     from (select *, now() - random() * interval '1095 days' as at from lead where organization_id = $1 limit $2) lead`,
    orders,
  );
  await fill(
    `insert into broadcast_plan (organization_id, plan_id, name, kind, branch_id, state, accepted, created_at, started_at)
     select organization_id, uuidv7(), '群發 ' || n, 'email', branch_id, 'completed', 500, at, at
     from (select * from branch where organization_id = $1 limit 1) branch, generate_series(1, 540) n,
       lateral (select now() - n * interval '2 days' as at) moment`,
  );
  await fill(
    `insert into ad_account (organization_id, account_id, platform, external_id, name, currency, time_zone, status)
     values ($1::uuid, $1::uuid, 'meta', '1', '招生', 'HKD', 'Asia/Hong_Kong', 1)`,
  );
  await fill(
    `insert into ad_item (organization_id, item_id, account_id, level, external_id, name, status)
     select $1::uuid, uuidv7(), $1::uuid, 'campaign', n::text, '廣告活動 ' || n, 'ACTIVE' from generate_series(1, 200) n`,
  );
  await fill(
    `insert into ad_day (organization_id, item_id, day, impressions, reach, clicks, results, spend)
     select organization_id, item_id, current_date - n, 1000, 800, 20, 2, 90
     from ad_item, generate_series(0, 1095) n where organization_id = $1`,
  );
}

/** How long the database takes to count the same directly from the leads, five times. */
async function timesOfCounting(owner: BenchDatabase["owner"], organizationId: string, days: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    await owner.query(
      `select lead_date, channel_id, sales_id, count(*), count(talked_at), count(trial_booked_at),
         count(trial_attended_at), count(deal_at)
       from lead where organization_id = $1 and deleted_at is null and lead_date > current_date - 2 * $2::int
       group by grouping sets ((lead_date), (channel_id), (sales_id))`,
      [organizationId, days],
    );
    times.push(performance.now() - start);
  }
  return times;
}
