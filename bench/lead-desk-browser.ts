import { join } from "node:path";
import type { Page } from "playwright-core";
import { buildWebApp } from "../tools/start/web-build.ts";
import { emptyPageFrames, frameFigures, wheel } from "./browser/frames.ts";
import { openBrowser } from "./browser/open-browser.ts";
import { type Centre, fillCentre, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { type Figure, percentile, report } from "./measure/figures.ts";
import { startServer } from "./measure/programs.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 100_000);
/** How many rows are loaded before they are scrolled through. */
const rows = Math.min(leads, Number(process.env["BENCH_ROWS"] ?? 100_000));
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 4);

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const centre = await withoutLeadIndexes(database.owner, () => fillCentre(database, "看得見的中心", leads));
  await buildWebApp(join(import.meta.dirname, ".."));
  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "all", serve: false });
  const { context, close } = await openBrowser(centre.token);
  try {
    const reference = await emptyPageFrames(context);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${product.port}/lead/list`);
    await page.getByRole("row").nth(5).waitFor();
    const painted = await filterTimes(page, centre);
    await page.evaluate(`bench.loadRows("grid", ${rows})`);
    const loaded = await page.evaluate<number>("bench.loadedRows('grid')");
    const frames = await wheel(page, { x: 720, y: 500 });
    report({
      title: `The lead list in a browser: ${loaded.toLocaleString("en")} rows loaded of ${leads.toLocaleString("en")} leads`,
      against: "frames of an empty page in the same browser",
      figures: [...painted, ...frameFigures(frames, reference)],
    });
  } finally {
    await close();
    await product.stop();
  }
}

/** From a change of the address by a filter until the first matching row is painted. */
async function filterTimes(page: Page, { statuses, sales, channels }: Centre): Promise<Figure[]> {
  const filters = [...statuses, ...sales, ...channels].map((id, index) => {
    const key = index < statuses.length ? "status" : index < statuses.length + sales.length ? "sales" : "channel";
    return `${key}=${id}`;
  });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const filter of filters) times.push(await page.evaluate<number>(`bench.untilPainted("${filter}")`));
    // Seen lists come from the cache, so the next round must refetch.
    await page.goto(new URL("/lead/list", page.url()).href);
    await page.getByRole("row").nth(5).waitFor();
  }
  const sorted = times.filter((time) => time >= 0).sort((a, b) => a - b);
  return [
    { what: "filter to painted rows, p50", unit: "ms", own: percentile(sorted, 0.5) },
    {
      what: "filter to painted rows, p95",
      unit: "ms",
      own: percentile(sorted, 0.95),
      wanted: { of: "own", atMost: 200 },
    },
  ];
}
