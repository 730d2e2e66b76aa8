import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delayFor } from "node:timers/promises";
import type { Language } from "@homeroom/contract/language";
import { demo } from "@homeroom/database/seed/places";
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core";
import { afterAll, beforeAll, inject, onTestFailed, onTestFinished } from "vitest";
import { type Caller, demoPassword, signIn } from "../harness/caller.ts";
import { closePage } from "./close-page.ts";

export const productUrl = inject("productUrl");
export const sandboxUrl = inject("sandboxUrl");
/** The product, with the folder of its mails. */
export const product = { url: productUrl, dataDir: inject("dataDir") };

/** Git-ignored: a picture of every journey that failed; with JOURNEY_TRACE=on also a trace, which costs a tenth of a journey. */
const failures = join(import.meta.dirname, "../../.cache/journeys");
const isTraced = process.env["JOURNEY_TRACE"] === "on";
/** With JOURNEY_DELAY=1500, calls reach the server or their answers the page up to this number of milliseconds late. */
const delayMs = Number(process.env["JOURNEY_DELAY"] ?? 0);
/** A journey fails because of what it sees, not when: only a real hang takes so long. */
const patienceMs = 180_000;

export interface Visit {
  /** The person whose session the browser has; a visitor has none. */
  caller: Caller | null;
  context: BrowserContext;
  page: Page;
  /** The page's complaints: uncaught errors and error lines of its console. */
  complaints: string[];
}

export interface VisitOptions {
  /** A demo account's name before the @; nobody otherwise. */
  as?: string;
  /** A person whose session is not shared with other journeys. */
  caller?: Caller;
  language?: Language;
  /** The browser's locale; by default that of the language. */
  locale?: string;
  theme?: "light" | "dark" | "auto";
  /** 1440 by 900 otherwise. */
  size?: { width: number; height: number };
  /** In a window of its own, whose pages may start the service worker. */
  withWorker?: boolean;
}

const wide = { width: 1440, height: 900 };
export const narrow = { width: 390, height: 844 };

let browser: Browser;
/** Journeys start at the demo's first branch, even if another journey has switched to a different one. */
const firstBranch = demo.branches[0]?.branchId;
const callers = new Map<string, Promise<Caller>>();
/** Idle profiles by locale: their cached scripts save a third of the time to load a page. */
const idle = new Map<string, BrowserContext[]>();

/** Called by every file of journeys: connects to the shared browser, with its own sessions. */
export function useBrowser(): void {
  beforeAll(async () => {
    callers.clear();
    idle.clear();
    browser = await chromium.connect(inject("browserAddress"));
  });
  afterAll(() => browser.close());
}

/** A new browser window with an empty profile, closed when the test ends; if it fails, a picture of it is kept. */
export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const caller = options.caller ?? (options.as ? await callerNamed(options.as) : null);
  const locale = options.locale ?? options.language ?? "zh-TW";
  const { withWorker = false } = options;
  const context = (!withWorker && idle.get(locale)?.pop()) || (await createContext(locale, withWorker));
  if (isTraced) await context.tracing.start({ snapshots: true });
  const page = await context.newPage();
  await empty(context, page);
  await page.setViewportSize(options.size ?? wide);
  await page.addInitScript(keep, storageOf(caller, options));
  if (!withWorker) await page.addInitScript(saveData);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.stack ?? error.message));
  page.on("console", (line) => line.type() === "error" && complaints.push(`${line.text()} ${line.location().url}`));
  closeAfterTest(context, page, withWorker ? null : locale);
  return { caller, context, page, complaints };
}

async function createContext(locale: string, withWorker: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: productUrl,
    viewport: wide,
    locale,
    timezoneId: "Asia/Taipei",
    reducedMotion: "reduce",
    // Otherwise a worker of one journey would answer for the next.
    serviceWorkers: withWorker ? "allow" : "block",
  });
  context.setDefaultTimeout(patienceMs);
  if (delayMs > 0) await context.route((url) => url.origin === new URL(productUrl).origin, delay);
  return context;
}

/** Delays a call of the app, half of the time on the way there and half of the time on the way back. */
async function delay(route: Route): Promise<void> {
  const request = route.request();
  const isCall = ["fetch", "xhr"].includes(request.resourceType());
  if (!isCall) return route.continue();
  const late = delayFor(Math.random() * delayMs);
  // Only the browser has the bytes of a file; an upload sent from here would be empty.
  const isUpload = request.headers()["content-type"]?.startsWith("multipart/");
  if (isUpload || Math.random() < 0.5) return late.then(() => route.continue()).catch(ignoreClosed);
  return route
    .fetch()
    .then((response) => late.then(() => route.fulfill({ response })))
    .catch(ignoreClosed);
}

/** The page was closed while its call was held. */
function ignoreClosed(): void {}

/** Removes everything that an earlier visit may have left in a profile, except the network cache. */
async function empty(context: BrowserContext, page: Page): Promise<void> {
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  const session = await context.newCDPSession(page);
  for (const origin of [productUrl, sandboxUrl].map((url) => new URL(url).origin)) {
    const storageTypes = "local_storage,session_storage,indexeddb,cache_storage,service_workers";
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  }
  await session.detach();
}

/** The visible inputs whose middle a person cannot click, because something covers it. */
export async function coveredInputs(page: Page): Promise<string[]> {
  const covered = await page.evaluate(`
    [...document.querySelectorAll("textarea, input:not([type=file], [type=checkbox], [type=radio])")]
      .filter((input) => {
        const { x, y, width, height } = input.getBoundingClientRect();
        const [middleX, middleY] = [x + width / 2, y + height / 2];
        const isInSight = width > 8 && middleX > 0 && middleX < innerWidth && middleY > 0 && middleY < innerHeight;
        const hit = isInSight && input.checkVisibility({ visibilityProperty: true }) && document.elementFromPoint(middleX, middleY);
        const field = input.closest(".ant-select, .ant-picker, .ant-input-affix-wrapper, label") ?? input;
        return hit && !field.contains(hit);
      })
      .map((input) => input.getAttribute("aria-label") ?? input.outerHTML)`);
  return covered as string[];
}

/** A session per account and file, so that a set of journeys does not sign in a hundred times. */
export function callerNamed(name: string): Promise<Caller> {
  const known = callers.get(name) ?? signIn(productUrl, `${name}@demo.homeroom.test`, demoPassword, firstBranch);
  callers.set(name, known);
  return known;
}

function storageOf(caller: Caller | null, { language, theme }: VisitOptions): Record<string, string> {
  return {
    ...(caller && { accessToken: caller.token, accountID: caller.accountID, isPasswordInitialized: "true" }),
    ...(language && { language }),
    ...(theme && { theme }),
  };
}

/** Runs in the page before any of its scripts, and only in a new profile: what a journey changes later stays changed. */
function keep(items: Record<string, string>): void {
  if (localStorage.getItem("journey")) return;
  localStorage.setItem("journey", "begun");
  for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
}

/** Without it a third of the browser's work would be to load what no journey opens next. */
function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}

let kept = 0;

/** `locale`: of the profile, for the next test that needs it; null for a profile that is used once. */
function closeAfterTest(context: BrowserContext, page: Page, locale: string | null): void {
  let failed = false;
  onTestFailed(() => {
    failed = true;
  });
  onTestFinished(async ({ task }) => {
    failed ||= task.result?.state === "fail";
    if (failed) {
      mkdirSync(failures, { recursive: true });
      kept += 1;
      const file = join(failures, `${task.name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60)}-${kept}`);
      await page.screenshot({ path: `${file}.png` }).catch(() => undefined);
      if (isTraced) await context.tracing.stop({ path: `${file}.zip` });
    }
    // Closing the pages ends their work; a profile in which something failed or was traced is not used again.
    if (failed || isTraced || locale === null) return context.close();
    await Promise.all(context.pages().map(closePage));
    idle.set(locale, [...(idle.get(locale) ?? []), context]);
  });
}
