import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../tests/harness/chromium.ts";
import { buildWebApp } from "../tools/start/web-build.ts";
import { type Centre, fillCentre, withoutLeadIndexes } from "./lead-list/fill-leads.ts";
import { type BenchDatabase, startBenchDatabase } from "./measure/database.ts";
import { type Figure, percentile, report } from "./measure/figures.ts";
import { startServer } from "./measure/programs.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 100_000);
/** How many rows are loaded before they are scrolled through. */
const rows = Math.min(leads, Number(process.env["BENCH_ROWS"] ?? 100_000));
const wheelSteps = Number(process.env["BENCH_STEPS"] ?? 120);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 4);

const base = await startBenchDatabase();
try {
  await measure(base);
} finally {
  await base.stop();
}

async function measure(database: BenchDatabase): Promise<void> {
  const filled: Centre[] = [];
  await withoutLeadIndexes(database.owner, async () => {
    filled.push(await fillCentre(database, "看得見的中心", leads));
  });
  const [centre] = filled as [Centre];
  await buildWebApp(join(import.meta.dirname, ".."));
  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "all", serve: false });
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    await context.addInitScript((token) => localStorage.setItem("accessToken", token), centre.token);
    await context.addInitScript({ path: join(import.meta.dirname, "lead-desk/in-page.js") });
    const reference = await emptyPageFrames(context);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${product.port}/lead/list`);
    await page.getByRole("row").nth(5).waitFor();
    const painted = await filterTimes(page, centre);
    await page.evaluate(`bench.loadRows(${rows})`);
    const loaded = await page.evaluate<number>("bench.loadedRows()");
    const frames = await wheel(page);
    report({
      title: `The lead list in a browser: ${loaded.toLocaleString("en")} rows loaded of ${leads.toLocaleString("en")} leads`,
      against: "frames of an empty page in the same browser",
      figures: [...painted, ...frameFigures(frames, reference)],
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** From the change of the address, as a filter makes it, until the first row that it keeps is painted. */
async function filterTimes(page: Page, { statuses, sales, channels }: Centre): Promise<Figure[]> {
  const filters = [...statuses, ...sales, ...channels].map((id, index) => {
    const key = index < statuses.length ? "status" : index < statuses.length + sales.length ? "sales" : "channel";
    return `${key}=${id}`;
  });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const filter of filters) times.push(await page.evaluate<number>(`bench.untilPainted("${filter}")`));
    // Lists that were seen come from the cache: the next round has to ask again.
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

async function emptyPageFrames(context: BrowserContext): Promise<number[]> {
  const page = await context.newPage();
  await page.goto("data:text/html,<main style='height:4000000px;background:linear-gradient(white,gray)'></main>");
  const frames = await wheel(page);
  await page.close();
  return frames;
}

/** Turns the wheel over the middle of the page and answers the milliseconds between frames. */
async function wheel(page: Page): Promise<number[]> {
  await page.mouse.move(720, 500);
  const frames = page.evaluate<number[]>(`bench.scrolledFrames(${wheelSteps})`);
  for (let step = 0; step < wheelSteps; step++) await page.mouse.wheel(0, step % 40 < 30 ? 400 : -400);
  return frames;
}

function frameFigures(own: number[], reference: number[]): Figure[] {
  const of = (frames: number[], share: number) =>
    percentile(
      [...frames].sort((a, b) => a - b),
      share,
    );
  const onTime = (frames: number[]) => frames.filter((ms) => ms < 17.5).length / frames.length;
  return [
    { what: "scrolling, milliseconds a frame, p50", unit: "ms", own: of(own, 0.5), reference: of(reference, 0.5) },
    {
      what: "scrolling, milliseconds a frame, p95",
      unit: "ms",
      own: of(own, 0.95),
      reference: of(reference, 0.95),
      wanted: { of: "own", atMost: 17.5 },
    },
    { what: "frames on time (60 a second)", unit: "", own: onTime(own), reference: onTime(reference) },
  ];
}
