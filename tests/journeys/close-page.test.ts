import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { closePage } from "./close-page.ts";
import { useBrowser, visit } from "./visit.ts";

useBrowser();

test("pages that are just navigating are closed", async () => {
  const server = createServer(({ url }, response) => {
    response.setHeader("content-type", "text/html");
    response.end(url === "/first" ? `<meta http-equiv="refresh" content="0; URL='/second'"><p>1` : "<p>2");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/first`;
  const { context, page: other } = await visit();
  // One of three is caught while it changes.
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const page = await context.newPage();
    await page.goto(address);
    // Fails if the page is already navigating.
    await page.evaluate("document.title").catch(() => undefined);
    await closePage(page);
  }
  expect(context.pages()).toEqual([other]);
});
