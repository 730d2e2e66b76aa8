import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrow, useBrowser, visit } from "../journeys/visit.ts";
import { listScreens } from "./list-screens.ts";
import { type Screen, screens } from "./screens.ts";
import { seriousFaults } from "./serious-faults.ts";

useBrowser();

const wide = { width: 1440, height: 900 };
/** The number of pages checked in parallel: while one loads, axe checks another. */
const atOnce = 2;

type Faults = Record<string, string[]>;

test("axe finds nothing serious on any screen without a session, light and dark, on a desk and on a phone", async () => {
  expect(await faultsOn(screens.filter(({ as }) => !as))).toEqual({});
});

test("axe finds nothing serious on any screen of staff, light and dark, on a desk and on a phone", async () => {
  const rows = Array.from({ length: atOnce }, (_, row) =>
    [...screens, ...listScreens].filter(({ as }) => as).filter((_screen, index) => index % atOnce === row),
  );
  const found = await Promise.all(rows.map(faultsOn));
  expect(Object.assign({}, ...found)).toEqual({});
});

/** The faults on one person's screens, checked one after the other on one page. */
async function faultsOn(some: readonly Screen[]): Promise<Faults> {
  const as = some[0]?.as;
  const { page } = await visit({ theme: "auto", size: wide, ...(as && { as }) });
  const found: Faults = {};
  for (const screen of some) {
    await page.setViewportSize(wide);
    await page.goto(screen.address);
    await screen.ready(page);
    for (const [look, faults] of Object.entries(await faultsOf(page)))
      if (faults.length > 0) found[`${screen.name}, ${look}`] = faults;
  }
  return found;
}

async function faultsOf(page: Page): Promise<Faults> {
  const light = await seriousFaults(page);
  // The screen stays the same when the operating system turns dark: only its colours change.
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html.dark").waitFor();
  const dark = await seriousFaults(page, "colours");
  await page.emulateMedia({ colorScheme: "light" });
  // A phone's screen changes the layout, but not the colours.
  await page.setViewportSize(narrow);
  await page.waitForFunction(hasComeToRest);
  return { light, dark, phone: await seriousFaults(page, "not colours") };
}

/** Runs in the page: true when the page has been drawn since the call, and nothing is loading or moving. */
const hasComeToRest = `new Promise((resolve) => {
  const isLoading = () => document.querySelector("[aria-busy='true'], .ant-skeleton-active, .ant-spin-spinning") !== null;
  const isMoving = () => document.getAnimations().some(({ playState }) => playState === "running");
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(!isLoading() && !isMoving())));
})`;
