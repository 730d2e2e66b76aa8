import type { BulkTask } from "@homeroom/contract/lead-bulk";
import { v7 } from "uuid";
import { type Centre, fillCentre, fillNeighbours, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { type Call, openCaller } from "./measure/callers.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { percentile, report } from "./measure/figures.ts";
import { type Program, startServer } from "./measure/programs.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 1_000_000);
const neighbours = Number(process.env["BENCH_NEIGHBOURS"] ?? 300);
const atOnce = Math.min(10_000, Math.floor(leads / 20));
const runs = 5;

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const centre = await fill(database);
  const tags = await tagGroups(database, centre);
  const server = await startServer({ ownerUrl: database.access.ownerUrl, process: "all", serve: true });
  const alone = await listTimes(server, centre, () => wait(4000));
  const [given, takenBack]: [number[], number[]] = [[], []];
  const meanwhile = await listTimes(server, centre, async () => {
    for (const tag of tags) {
      const task = await timed(given, () => assign(server, centre, tag));
      await timed(takenBack, () => takeBack(server, centre, task));
    }
  });
  await server.stop();
  const seconds = (times: readonly number[], share: number) =>
    percentile(
      [...times].sort((a, b) => a - b),
      share,
    ) / 1000;
  const what = `assign ${atOnce.toLocaleString("en")} leads to 5 people`;
  report({
    title: `Bulk changes: ${atOnce.toLocaleString("en")} of ${leads.toLocaleString("en")} leads, ${runs} runs, ${neighbours} other organisations`,
    against: "the same list for another person while no bulk change is running",
    figures: [
      { what: `${what}, p50`, unit: "s", own: seconds(given, 0.5) },
      { what: `${what}, p95`, unit: "s", own: seconds(given, 0.95), wanted: { of: "own", atMost: 5 } },
      { what: "undo it, p50", unit: "s", own: seconds(takenBack, 0.5) },
      { what: "undo it, p95", unit: "s", own: seconds(takenBack, 0.95) },
      { what: "list of 50 with 3 filters during a change, p50", unit: "ms", own: meanwhile.p50, reference: alone.p50 },
      { what: "list of 50 with 3 filters during a change, p95", unit: "ms", own: meanwhile.p95, reference: alone.p95 },
    ],
  });
}

function fill(database: BenchDatabase): Promise<Centre> {
  return withoutLeadIndexes(database.owner, async () => {
    const centre = await fillCentre(database, "連鎖大班", leads);
    await fillNeighbours(database.owner, neighbours);
    return centre;
  });
}

/** A tag for each run, on different leads that are far apart. */
async function tagGroups({ owner }: BenchDatabase, { organization }: Centre): Promise<string[]> {
  const tags = Array.from({ length: runs }, () => v7());
  for (const tag of tags) {
    await owner.query(
      `update lead set tag_ids = array[$2::uuid] from (
         select lead_id from lead where organization_id = $1 and tag_ids = '{}' and branch_id = $4
         order by md5(lead_id::text) limit $3) as drawn
       where lead.organization_id = $1 and lead.lead_id = drawn.lead_id`,
      [organization.organizationId, tag, atOnce, organization.branchIds[0]],
    );
  }
  await owner.query("vacuum (analyze) lead");
  return tags;
}

async function assign(server: Program, centre: Centre, tag: string): Promise<BulkTask> {
  const action = { kind: "assign", sales: centre.sales.slice(0, 5) };
  const task = await ask(server, callOf(centre, "BulkLeads", { query: { tag: [tag] }, action }));
  if (task.total !== atOnce) throw new Error(`${task.total} leads were selected instead of ${atOnce}`);
  return untilEnded(server, centre, task);
}

async function takeBack(server: Program, centre: Centre, task: BulkTask): Promise<BulkTask> {
  return untilEnded(server, centre, await ask(server, callOf(centre, "UndoBulk", { taskID: task.taskID })));
}

async function untilEnded(server: Program, centre: Centre, task: BulkTask): Promise<BulkTask> {
  let now = task;
  while (now.state === "running" || now.state === "undoing") {
    await wait(50);
    now = await ask(server, { ...callOf(centre, `BulkTask?taskID=${task.taskID}`, {}), method: "GET" });
  }
  if (now.state === "failed") throw new Error(`A bulk change failed: ${now.message}`);
  return now;
}

async function ask({ port }: Program, call: Call): Promise<BulkTask> {
  const { call: send, close } = openCaller(port, 1);
  const { status, body } = await send(call);
  close();
  if (status !== 200) throw new Error(`${call.path} was answered with ${status}: ${body.toString().slice(0, 300)}`);
  return (JSON.parse(body.toString()) as { resultData: BulkTask }).resultData;
}

/** How long callers, one at a time, wait for a page of the list while something is running. */
async function listTimes({ port }: Program, centre: Centre, work: () => Promise<void>) {
  const { call, close } = openCaller(port, 1);
  const times: number[] = [];
  const state = { goesOn: true };
  const listing = (async () => {
    for (let turn = 0; state.goesOn; turn += 1) {
      const { sales, statuses, channels } = centre;
      const pick = <Item>(items: readonly Item[]) => items[turn % items.length];
      const filters = { sales: [pick(sales)], status: [pick(statuses)], channel: [pick(channels)] };
      const start = performance.now();
      const { status, body } = await call(callOf(centre, "LeadsList", { pageNum: 1, pageSize: 50, ...filters }));
      if (status !== 200) throw new Error(`The list was answered with ${status}: ${body.toString().slice(0, 300)}`);
      times.push(performance.now() - start);
    }
  })();
  try {
    await work();
  } finally {
    state.goesOn = false;
    await listing;
  }
  close();
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

function callOf({ token }: Centre, name: string, body: object): Call {
  return {
    path: `/api_users/Member/${name}`,
    headers: { "content-type": "application/json", accesstoken: token },
    body: Buffer.from(JSON.stringify(body)),
  };
}

async function timed<Result>(times: number[], work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  times.push(performance.now() - start);
  return result;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
