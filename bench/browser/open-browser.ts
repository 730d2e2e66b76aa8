import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { findChromium } from "../../tests/harness/chromium.ts";

/** A signed-in browser, with the functions for benchmarks (in-page.js) in every page. */
export async function openBrowser(token: string): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ["--no-sandbox"] });
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  await context.addInitScript((accessToken) => localStorage.setItem("accessToken", accessToken), token);
  await context.addInitScript({ path: join(import.meta.dirname, "in-page.js") });
  return { context, close: () => browser.close() };
}
