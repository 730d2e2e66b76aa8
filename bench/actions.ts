import { join } from "node:path";
import { signIn } from "../tests/harness/caller.ts";
import { startProduct } from "../tests/harness/product.ts";
import { buildWebApp } from "../tools/start/web-build.ts";
import { timeJourney } from "./browser/desk-journey.ts";
import { openBrowser } from "./browser/open-browser.ts";
import { percentile, report } from "./measure/figures.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);

await buildWebApp(join(import.meta.dirname, ".."));
const product = await startProduct({ database: "embedded", env: { LOGIN_CAPTCHA: "off" } });
try {
  await measure();
} finally {
  await product.stop();
}

/** A working day of the demo's owner, several times: how long each action takes until its effect is visible. */
async function measure(): Promise<void> {
  const { token } = await signIn(product.url, "owner@demo.homeroom.test");
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    // Each in a fresh browser, with empty caches.
    const { context, close } = await openBrowser(token);
    try {
      await context.addInitScript({ path: new URL("browser/actions.js", import.meta.url).pathname });
      const page = await context.newPage();
      await page.goto(`${product.url}/lead/list`);
      await page.locator('[data-row="9"]').waitFor();
      for (const [what, time] of await timeJourney(page)) times.set(what, [...(times.get(what) ?? []), time]);
    } finally {
      await close();
    }
  }
  const all = [...times.values()].flat().sort((a, b) => a - b);
  const slowest = [...times].map(([what, took]) => ({ what, took: Math.min(...took) })).sort((a, b) => b.took - a.took);
  report({
    title: `${times.size} actions in a browser, ${rounds} times: from the click or key to the frame with its effect`,
    against: "none",
    figures: [
      { what: "all, p50", unit: "ms", own: percentile(all, 0.5) },
      { what: "all, p95", unit: "ms", own: percentile(all, 0.95), wanted: { of: "own", atMost: 100 } },
      ...slowest.map(({ what, took }) => ({ what, unit: "ms" as const, own: took })),
    ],
  });
}
