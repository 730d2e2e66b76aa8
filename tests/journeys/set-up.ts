import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findChromium } from "../harness/chromium.ts";
import { startProduct } from "../harness/product.ts";

declare module "vitest" {
  interface ProvidedContext {
    productUrl: string;
    sandboxUrl: string;
    /** Where the sandbox receives mails. */
    mailPort: number;
    dataDir: string;
    browserAddress: string;
  }
}

const browserArguments = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** One product with its demo data and one browser for all journeys. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct();
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launchServer({
    executablePath,
    args: browserArguments,
    // In the C locale Chromium drops the names of files that are not ASCII.
    env: { ...process.env, LC_ALL: "C.UTF-8", ...env },
  });
  provide("productUrl", product.url);
  provide("sandboxUrl", product.sandbox.url);
  provide("mailPort", product.sandbox.smtpPort ?? 0);
  provide("dataDir", product.dataDir);
  provide("browserAddress", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await product.stop();
  };
}
