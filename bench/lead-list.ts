import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Centre, fillCentre, fillNeighbours, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import {
  deepPageOf,
  deskSeries,
  filtered,
  type ListSeries,
  listSeries,
  type Series,
  type SeriesTargets,
  savesOf,
  searchesOf,
} from "./lead-list/series.ts";
import { callInTurns, type Load, openCaller } from "./measure/callers.ts";
import { type BenchDatabase, startBenchDatabase } from "./measure/database.ts";
import { type Figure, report } from "./measure/figures.ts";
import { startReference, startServer } from "./measure/programs.ts";

const manyLeads = Number(process.env["BENCH_LEADS"] ?? 1_000_000);
const fewLeads = Math.min(10_000, manyLeads);
const neighbours = Number(process.env["BENCH_NEIGHBOURS"] ?? 300);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 8);
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
  const filters = [large, small].map((centre) => listSeries("3 filters", centre, filtered(centre)));
  const searches = await searchesOf(database.owner, large);
  const deep = await deepPageOf(database.owner, large);
  const recorded = join(work, "recorded.json");
  writeFileSync(recorded, JSON.stringify(await record(database, [...filters, ...searches, deep])));

  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "api", serve: true });
  const asStarted = await startServer({ ownerUrl: database.access.ownerUrl, process: "api", serve: false });
  const bare = await startReference(join(import.meta.dirname, "lead-list/bare-server.ts"), {
    DATABASE_URL: database.access.applicationUrl,
    RECORDED: recorded,
  });
  const figures: Figure[] = [];
  const [ofLarge, ofSmall] = filters as [ListSeries, ListSeries];
  // Warm-up: the first measurement would otherwise include the server's first-use costs.
  for (const series of [ofSmall, ofLarge]) await beside(series, 1, [product.port, bare.port]);
  for (const callers of [1, 16]) {
    const [own, reference] = await beside(ofLarge, callers, [product.port, bare.port]);
    const [few] = await beside(ofSmall, callers, [product.port]);
    const [checked] = await beside(ofLarge, callers, [asStarted.port]);
    const what = `list, 3 filters, ${callersText(callers)}`;
    figures.push(
      ...loadFigures(what, own, reference, { ratio: 0.8, ...(callers === 1 && { p95: 50 }) }),
      {
        what: `${what}, p95, ratio of many to few leads`,
        unit: "",
        own: own.p95 / few.p95,
        wanted: { of: "own", atMost: 1.5 },
      },
      { what: `${what}, answers checked, per second`, unit: "/s", own: checked.perSecond },
    );
  }
  // Sixteen people who search without a pause are more than two processors can serve in 50 ms.
  for (const callers of [1, 4, 16]) {
    for (const series of [...searches, deep]) {
      const [own, reference] = await beside(series, callers, [product.port, bare.port]);
      const wanted = callers < 16 ? { p95: 50 } : {};
      figures.push(...loadFigures(`${series.name}, ${callersText(callers)}`, own, reference, wanted));
    }
  }
  for (const { wanted, ...series } of [...deskSeries(large), await savesOf(database.owner, large)]) {
    for (const callers of [1, 16]) {
      const [own] = await beside(series, callers, [product.port]);
      figures.push(
        ...loadFigures(`${series.name}, ${callersText(callers)}`, own, undefined, callers === 1 ? wanted : {}),
      );
    }
  }
  await Promise.all([product.stop(), asStarted.stop(), bare.stop()]);
  report({
    title: `Lead desk: ${manyLeads.toLocaleString("en")} leads (few: ${fewLeads.toLocaleString("en")}), ${neighbours} other organisations`,
    against: "the product's own statements in a bare Fastify and pg handler",
    figures,
  });
}

async function fill(database: BenchDatabase): Promise<{ large: Centre; small: Centre }> {
  const start = performance.now();
  const filled = await withoutLeadIndexes(database.owner, async () => {
    const large = await fillCentre(database, "連鎖大班", manyLeads);
    const small = await fillCentre(database, "街坊小班", fewLeads);
    await fillNeighbours(database.owner, neighbours);
    return { large, small };
  });
  console.log(`Made the leads in ${((performance.now() - start) / 1000).toFixed(0)} s.`);
  return filled;
}

/** Sends each request to the product once and records its statements. */
async function record({ access }: BenchDatabase, all: readonly ListSeries[]): Promise<Record<string, string>> {
  const file = join(work, "statements");
  writeFileSync(file, "");
  const preload = new URL("lead-list/record-statements.ts", import.meta.url).href;
  const env = { RECORD_STATEMENTS: file };
  const server = await startServer({ ownerUrl: access.ownerUrl, process: "api", serve: true, preload, env });
  const { call, close } = openCaller(server.port, 1);
  const recorded: Record<string, string> = {};
  for (const series of all) {
    for (const [index, body] of series.bodies.entries()) {
      truncateSync(file);
      const { status } = await call(series.call(index));
      if (status !== 200) throw new Error(`The list was answered with ${status}`);
      recorded[JSON.stringify(body)] = readFileSync(file, "utf8");
    }
  }
  close();
  await server.stop();
  return recorded;
}

/** The same requests to several servers, one after another, twice; the better run of each counts. */
async function beside<Ports extends [number, ...number[]]>(
  { call }: Series,
  callers: number,
  ports: Ports,
): Promise<[Load, Load?]> {
  const best = new Map<number, Load>();
  for (const port of [...ports, ...ports]) {
    const next = (index: number) => (port === ports[1] ? { ...call(index), path: "/list" } : call(index));
    const load = await callInTurns(port, { callers, seconds: seconds / 2, next });
    const before = best.get(port);
    if (!before || load.perSecond > before.perSecond) best.set(port, load);
  }
  return ports.map((port) => best.get(port)) as [Load, Load?];
}

function callersText(callers: number): string {
  return `${callers} caller${callers > 1 ? "s" : ""}`;
}

function loadFigures(what: string, own: Load, reference: Load | undefined, wanted: SeriesTargets): Figure[] {
  const figure = (of: "p50" | "p95" | "perSecond", name: string, unit: Figure["unit"]): Figure => {
    const one: Figure = { what: `${what}, ${name}`, unit, own: own[of] };
    return reference ? { ...one, reference: reference[of] } : one;
  };
  const [p50, p95] = [figure("p50", "p50", "ms"), figure("p95", "p95", "ms")];
  const perSecond = figure("perSecond", "per second", "/s");
  if (wanted.p95) p95.wanted = { of: "own", atMost: wanted.p95 };
  if (wanted.ratio) perSecond.wanted = { of: "ratio", atLeast: wanted.ratio };
  return [p50, p95, perSecond];
}
