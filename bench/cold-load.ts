import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { buildWebApp } from "../tools/start/web-build.ts";
import { openBrowser } from "./browser/open-browser.ts";
import { type Centre, fillCentre } from "./lead-list/fill-leads.ts";
import { type BenchDatabase, withBenchDatabase } from "./measure/database.ts";
import { percentile, report } from "./measure/figures.ts";
import { startServer } from "./measure/programs.ts";

const leads = Number(process.env["BENCH_LEADS"] ?? 2000);
const loads = Number(process.env["BENCH_ROUNDS"] ?? 7);
/** The slow-down factor: on fast cores 2 matches an office computer, on slow ones 1. */
const slowdown = Number(process.env["BENCH_SLOWDOWN"] ?? 2);

interface ColdLoad {
  firstPaint: number;
  rows: number;
  listBegun: number;
  /** How often who is signed in, the menu and each page of the list were asked for, at the most often asked. */
  asked: number;
}

await withBenchDatabase(measure);

async function measure(database: BenchDatabase): Promise<void> {
  const centre: Centre = await fillCentre(database, "看得見的中心", leads);
  await buildWebApp(join(import.meta.dirname, ".."));
  const product = await startServer({ ownerUrl: database.access.ownerUrl, process: "all", serve: false });
  const { context, close } = await openBrowser(centre.token);
  try {
    const address = `http://127.0.0.1:${product.port}/lead/list`;
    // The first load fills the script cache and stores the calls to send early.
    await loadOnce(context, address);
    const found: ColdLoad[] = [];
    for (let load = 0; load < loads; load++) found.push(await loadOnce(context, address));
    const middle = (of: (load: ColdLoad) => number) =>
      percentile(
        found.map(of).sort((a, b) => a - b),
        0.5,
      );
    report({
      title: `The lead list loaded cold, with cores ${slowdown} times slower`,
      against: "none",
      figures: [
        {
          what: "first paint, p50",
          unit: "ms",
          own: middle(({ firstPaint }) => firstPaint),
          wanted: { of: "own", atMost: 400 },
        },
        { what: "rows, p50", unit: "ms", own: middle(({ rows }) => rows), wanted: { of: "own", atMost: 1200 } },
        { what: "start of the list's call, p50", unit: "ms", own: middle(({ listBegun }) => listBegun) },
        {
          what: "repetitions of a call for permissions, menus or leads in one load, at most",
          unit: "",
          own: Math.max(...found.map(({ asked }) => asked)),
          wanted: { of: "own", atMost: 1 },
        },
      ],
    });
  } finally {
    await close();
    await product.stop();
  }
}

async function loadOnce(context: BrowserContext, address: string): Promise<ColdLoad> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const asked = new Map<string, number>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const call = `${pathname} ${request.postData()}`;
    if (/Member\/User$|Menus\/Routes$|LeadsList$/.test(pathname)) asked.set(call, (asked.get(call) ?? 0) + 1);
  });
  const connected = new Promise<void>((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => String(payload).startsWith("40") && resolve()),
    );
  });
  // Polling from outside has pauses of up to half a second.
  await page.addInitScript("bench.markRows(5)");
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName("rows").length > 0);
  // Refetches would happen after the connection.
  await connected;
  await page.waitForLoadState("networkidle");
  const [firstPaint, listBegun, rows] = await page.evaluate(() => {
    const marked = performance.getEntriesByName("rows")[0];
    const paint = performance.getEntries().find(({ name }) => name === "first-paint");
    const list = performance.getEntries().find(({ name }) => name.endsWith("/Member/LeadsList"));
    return [paint, list, marked].map((entry) => entry?.startTime ?? Number.NaN) as [number, number, number];
  });
  await page.close();
  return { firstPaint, rows, listBegun, asked: Math.max(0, ...asked.values()) };
}
