import { expect, test } from "vitest";
import { narrow, productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

test("the product can be installed on a phone", async () => {
  const { page } = await visit();
  await page.goto("/login");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(address ?? "");
  const manifest = (await answer.json()) as { start_url: string; display: string; icons: { src: string }[] };
  expect(manifest).toMatchObject({ start_url: "/dashboard", display: "standalone" });
  for (const { src } of manifest.icons)
    expect((await page.request.get(src)).headers()["content-type"], src).toBe("image/png");
});

test("without a connection a page says so in the reader's language, and comes back with the connection", async () => {
  const { page, context } = await visit({ as: "owner", language: "zh-tw", size: narrow, withWorker: true });
  await page.goto("/dashboard");
  // The shell starts the worker when idle; then the worker caches the offline page.
  await page.waitForFunction("navigator.serviceWorker.ready.then(() => caches.match('/offline-page')).then(Boolean)");
  // Only that page: nothing of the product that could become stale.
  const kept = await page.evaluate(`caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))
    .then((all) => Promise.all(all.map((one) => one.keys())))
    .then((all) => all.flat().map((request) => new URL(request.url).pathname))`);
  expect(kept).toEqual(["/offline-page"]);

  await context.setOffline(true);
  await page.goto("/lead/list");
  await page.getByRole("heading", { name: "沒有連線" }).waitFor();
  expect(page.url()).toBe(`${productUrl}/lead/list`);

  await context.setOffline(false);
  await page.getByRole("link", { name: "再試一次" }).click();
  await page.getByRole("heading", { name: "名單", exact: true }).waitFor();
});
