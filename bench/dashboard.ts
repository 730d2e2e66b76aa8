import { foldFigures } from "@homeroom/server/modules/dashboard/actions/fold-figures";
import { type Centre, fillCentre, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { callInTurns, spread } from "./measure/callers.ts";
import { type BenchDatabase, startBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { startServer } from "./measure/programs.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 1_000_000);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 8);

const base = await startBenchDatabase();
try {
  await measure(base);
} finally {
  await base.stop();
}

async function measure({ owner, db, access, ...rest }: BenchDatabase): Promise<void> {
  let centre: Centre | undefined;
  await withoutLeadIndexes(owner, async () => {
    centre = await fillCentre({ owner, db, access, ...rest }, "連鎖大班", leads);
  });
  if (!centre) throw new Error("Nothing was filled");
  while (await foldFigures(db));
  await owner.query("vacuum analyze lead_figure");
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
    title: `Figures of the start page: ${leads.toLocaleString("en")} leads of three years`,
    against: "counting the leads of the days themselves, in SQL alone",
    figures,
  });
}

/** How long the database takes to count the same from the leads, five times. */
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
