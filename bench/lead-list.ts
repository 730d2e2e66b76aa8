import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Centre, fillCentre, fillNeighbours, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { type Call, callInTurns, type Load, openCaller } from "./measure/callers.ts";
import { type BenchDatabase, startBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { startReference, startServer } from "./measure/programs.ts";

const manyLeads = Number(process.env["BENCH_LEADS"] ?? 1_000_000);
const fewLeads = Math.min(10_000, manyLeads);
const neighbours = Number(process.env["BENCH_NEIGHBOURS"] ?? 300);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 8);
const listPath = "/api_users/Member/LeadsList";

type Body = Record<string, unknown>;
interface Series {
  name: string;
  centre: Centre;
  bodies: Body[];
}

const work = mkdtempSync(join(tmpdir(), "homeroom-bench-"));
const base = await startBenchDatabase();
try {
  await measure(base);
} finally {
  await base.stop();
  await rm(work, { recursive: true, force: true });
}

async function measure(database: BenchDatabase): Promise<void> {
  const { large, small } = await fill(database);
  const lists = [large, small].map((centre) => ({ name: "list", centre, bodies: filtered(centre) }));
  const searches = await searchesOf(database, large);
  const all: Series[] = [...lists, ...searches];
  const recorded = join(work, "recorded.json");
  writeFileSync(recorded, JSON.stringify(await record(database, all)));

  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "api", serve: true });
  const asStarted = await startServer({ ownerUrl: database.access.ownerUrl, process: "api", serve: false });
  const bare = await startReference(join(import.meta.dirname, "lead-list/bare-server.ts"), {
    DATABASE_URL: database.access.applicationUrl,
    RECORDED: recorded,
  });
  const figures: Figure[] = [];
  const [ofLarge, ofSmall] = lists as [Series, Series];
  for (const callers of [1, 16]) {
    const [own, reference] = await beside(ofLarge, callers, [product.port, bare.port]);
    const [few] = await beside(ofSmall, callers, [product.port]);
    const [checked] = await beside(ofLarge, callers, [asStarted.port]);
    const about = `${callers} caller${callers > 1 ? "s" : ""}`;
    const of = (what: string) => `${what}, 3 filters, ${about}`;
    figures.push(
      figure(of("lists per second"), "/s", [own.perSecond, reference?.perSecond], { of: "ratio", atLeast: 0.8 }),
      figure(of("list p50"), "ms", [own.p50, reference?.p50]),
      figure(of("list p95"), "ms", [own.p95, reference?.p95]),
      {
        what: of("list p95, many over few leads"),
        unit: "",
        own: own.p95 / few.p95,
        wanted: { of: "own", atMost: 1.5 },
      },
      { what: of("lists per second with answers checked"), unit: "/s", own: checked.perSecond },
    );
  }
  for (const search of searches) {
    const [own, reference] = await beside(search, 4, [product.port, bare.port]);
    figures.push(
      figure(`search ${search.name}, p95, 4 callers`, "ms", [own.p95, reference?.p95], { of: "own", atMost: 50 }),
    );
  }
  await Promise.all([product.stop(), asStarted.stop(), bare.stop()]);
  report({
    title: `Lead list: 50 rows, ${manyLeads.toLocaleString("en")} leads (few: ${fewLeads.toLocaleString("en")}), ${neighbours} organisations beside`,
    against: "the same statements, as the product sent them, in a bare Fastify and pg handler",
    figures,
  });
}

async function fill({ owner, ...database }: BenchDatabase): Promise<{ large: Centre; small: Centre }> {
  const start = performance.now();
  let large: Centre | undefined;
  let small: Centre | undefined;
  await withoutLeadIndexes(owner, async () => {
    large = await fillCentre({ owner, ...database }, "連鎖大班", manyLeads);
    small = await fillCentre({ owner, ...database }, "街坊小班", fewLeads);
    await fillNeighbours(owner, neighbours);
  });
  console.log(`Made the leads in ${((performance.now() - start) / 1000).toFixed(0)} s.`);
  if (!large || !small) throw new Error("Nothing was filled");
  return { large, small };
}

/** Requests with three filters, each for another person's leads, status and channel. */
function filtered({ sales, statuses, channels }: Centre): Body[] {
  return sales.flatMap((person, index) =>
    [0, 1].map((turn) => ({
      pageNum: 1,
      pageSize: 50,
      sales: [person],
      status: [statuses[(index + turn) % statuses.length]],
      channel: [channels[(index + turn * 2) % channels.length]],
    })),
  );
}

/** Requests for parts of names and numbers that leads of the centre have. */
async function searchesOf({ owner }: BenchDatabase, centre: Centre): Promise<Series[]> {
  const { rows } = await owner.query<{ name: string; phone: string }>(
    `select nickname as name, phone from lead where organization_id = $1 and deleted_at is null
     order by md5(lead_id::text) limit 40`,
    [centre.organization.organizationId],
  );
  const series = (name: string, part: (lead: { name: string; phone: string }) => string): Series => ({
    name,
    centre,
    bodies: rows.map((lead) => ({ pageNum: 1, pageSize: 50, keywords: part(lead) })),
  });
  return [
    series("by a whole name", ({ name }) => name),
    series("by a given name", ({ name }) => name.slice(1)),
    series("by a surname", ({ name }) => name.slice(0, 1)),
    series("by the last 4 digits of a phone", ({ phone }) => phone.slice(-4)),
    series("by a whole phone", ({ phone }) => phone),
  ];
}

/** Asks the product each request once and keeps, by the request, the statements that it sent. */
async function record({ access }: BenchDatabase, all: readonly Series[]): Promise<Record<string, string>> {
  const file = join(work, "statements");
  writeFileSync(file, "");
  const preload = new URL("lead-list/record-statements.ts", import.meta.url).href;
  const env = { RECORD_STATEMENTS: file };
  const server = await startServer({ ownerUrl: access.ownerUrl, process: "api", serve: true, preload, env });
  const { call, close } = openCaller(server.port, 1);
  const recorded: Record<string, string> = {};
  for (const { centre, bodies } of all) {
    for (const body of bodies) {
      truncateSync(file);
      const { status } = await call(callOf(centre, body, listPath));
      if (status !== 200) throw new Error(`The list was answered with ${status}`);
      recorded[JSON.stringify(body)] = readFileSync(file, "utf8");
    }
  }
  close();
  await server.stop();
  return recorded;
}

/** The same requests to several servers, one after the other, twice; the better run of each counts. */
async function beside<Ports extends [number, ...number[]]>(
  { centre, bodies }: Series,
  callers: number,
  ports: Ports,
): Promise<[Load, Load?]> {
  const best = new Map<number, Load>();
  for (const port of [...ports, ...ports]) {
    const path = port === ports[1] ? "/list" : listPath;
    const calls = bodies.map((body) => callOf(centre, body, path));
    const next = (index: number) => calls[index % calls.length] as Call;
    const load = await callInTurns(port, { callers, seconds: seconds / 2, next });
    const before = best.get(port);
    if (!before || load.perSecond > before.perSecond) best.set(port, load);
  }
  return ports.map((port) => best.get(port)) as [Load, Load?];
}

function callOf({ token }: Centre, body: Body, path: string): Call {
  return {
    path,
    headers: { "content-type": "application/json", accesstoken: token },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function figure(
  what: string,
  unit: Figure["unit"],
  [own, reference]: [number, number | undefined],
  wanted?: Figure["wanted"],
): Figure {
  return { what, unit, own, ...(reference !== undefined && { reference }), ...(wanted && { wanted }) };
}
