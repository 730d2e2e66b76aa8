import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrow, useBrowser, type VisitOptions, visit } from "../journeys/visit.ts";
import { type Screen, screens } from "./screens.ts";
import { seriousFaults } from "./serious-faults.ts";

useBrowser();

/** One test walks through all screens, beside other tests: a crowded machine takes minutes. */
const allScreensMs = 400_000;

type Look = (page: Page, screen: Screen) => Promise<Record<string, string[]>>;

/** What is found on every screen, each opened anew and looked at as `look` says. */
async function faultsOn(options: VisitOptions, look: Look): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const as of [null, "admin"]) {
    const { page } = await visit({ ...options, ...(as && { as }) });
    for (const screen of screens.filter((one) => (one.as ?? null) === as)) {
      await page.goto(screen.address);
      await screen.ready(page);
      Object.assign(found, await look(page, screen));
    }
  }
  return found;
}

async function faultsAs(page: Page, name: string, rules?: string[]): Promise<Record<string, string[]>> {
  const faults = await seriousFaults(page, rules);
  return faults.length > 0 ? { [name]: faults } : {};
}

test(
  "axe finds nothing serious on any screen, light and dark",
  async () => {
    const found = await faultsOn({ theme: "auto" }, async (page, { name }) => {
      const light = await faultsAs(page, `${name}, light`);
      // The screen stays as it is while the operating system turns dark.
      await page.emulateMedia({ colorScheme: "dark" });
      await page.locator("html.dark").waitFor();
      // Only its colours are others.
      const dark = await faultsAs(page, `${name}, dark`, ["color-contrast"]);
      await page.emulateMedia({ colorScheme: "light" });
      return { ...light, ...dark };
    });
    expect(found).toEqual({});
  },
  allScreensMs,
);

test(
  "axe finds nothing serious on any screen on a phone",
  async () => {
    const found = await faultsOn({ theme: "light", size: narrow }, (page, { name }) => faultsAs(page, name));
    expect(found).toEqual({});
  },
  allScreensMs,
);
