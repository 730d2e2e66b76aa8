import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#platform/log/log";
import { createHttpServer } from "./server.ts";
import { serveWebApp, webAppPages } from "./web-app.ts";

test("hashed files are cached for a year, the others are revalidated, and nothing else is served", async () => {
  const built = mkdtempSync(join(tmpdir(), "homeroom-web-"));
  onTestFinished(() => rmSync(built, { recursive: true, force: true }));
  mkdirSync(join(built, "assets"));
  for (const file of ["assets/app-1a2b.js", "homeroom.svg", "first-paint.js", "index.html", ".built-from"]) {
    writeFileSync(join(built, file), "x");
  }
  const app = fastify();
  onTestFinished(() => app.close());
  await serveWebApp(app, built);
  const get = async (url: string) => {
    const { statusCode, headers } = await app.inject({ url });
    return [statusCode, headers["cache-control"], headers["content-type"]];
  };
  expect(await get("/assets/app-1a2b.js")).toEqual([
    200,
    "public, max-age=31536000, immutable",
    expect.stringContaining("javascript"),
  ]);
  expect(await get("/homeroom.svg")).toEqual([200, "no-cache", expect.stringContaining("image/svg+xml")]);
  expect(await get("/first-paint.js")).toEqual([200, "no-cache", expect.stringContaining("javascript")]);
  for (const url of ["/.built-from", "/assets/../.built-from", "/index.html", "/assets/none.js"]) {
    expect((await get(url))[0]).toBe(404);
  }
});

test("pages of the app and of the menu are answered with 200, any other with the page and 404", async () => {
  const built = mkdtempSync(join(tmpdir(), "homeroom-web-"));
  onTestFinished(() => rmSync(built, { recursive: true, force: true }));
  mkdirSync(join(built, "assets"));
  writeFileSync(join(built, "index.html"), "<title>Homeroom</title>");
  let reads = 0;
  const menuPaths = async () => {
    reads += 1;
    return ["/lead", "/lead/list", "/staff/edit/:id"];
  };
  const page = webAppPages(menuPaths, built);
  const app = await createHttpServer({ log: createLog("silent", "test"), https: true, page });
  onTestFinished(() => app.close());
  await serveWebApp(app, built);
  const get = async (url: string) => {
    const { statusCode, body, headers } = await app.inject({ url });
    expect(headers["strict-transport-security"], url).toMatch(/max-age=31536000/);
    expect(headers["content-type"], url).toContain("text/html");
    expect(body, url).toBe("<title>Homeroom</title>");
    return statusCode;
  };
  for (const url of ["/", "/login", "/GPTchat?key=1", "/gptchat", "/redirect/lead/list", "/dashboard/"]) {
    expect(await get(url), url).toBe(200);
  }
  for (const url of ["/lead/list?keywords=a", "/LEAD/list", "/staff/edit/7"]) expect(await get(url), url).toBe(200);
  for (const url of ["/nothing", "/lead/nothing", "/staff/edit", "/staff/edit/7/8", "/login/x", "/wp-admin.php"]) {
    expect(await get(url), url).toBe(404);
  }
  expect(reads).toBeGreaterThan(0);
});

test("the payment page is a separate file", async () => {
  const built = mkdtempSync(join(tmpdir(), "homeroom-web-"));
  onTestFinished(() => rmSync(built, { recursive: true, force: true }));
  mkdirSync(join(built, "assets"));
  writeFileSync(join(built, "index.html"), "the app");
  writeFileSync(join(built, "pay.html"), "the page to pay");
  const page = webAppPages(async () => [], built);
  const app = await createHttpServer({ log: createLog("silent", "test"), https: false, page });
  onTestFinished(() => app.close());
  await serveWebApp(app, built);
  for (const url of ["/pay?orderID=1&key=2", "/PAY", "/pay/"]) {
    const { statusCode, body, headers } = await app.inject({ url });
    expect([statusCode, body, headers["cache-control"]], url).toEqual([200, "the page to pay", "no-cache"]);
  }
  expect((await app.inject({ url: "/pay/other" })).statusCode).toBe(404);
  expect((await app.inject({ url: "/pay.html" })).statusCode).toBe(404);
});

test("while the menu cannot be read every page is answered with 200", async () => {
  const built = mkdtempSync(join(tmpdir(), "homeroom-web-"));
  onTestFinished(() => rmSync(built, { recursive: true, force: true }));
  mkdirSync(join(built, "assets"));
  writeFileSync(join(built, "index.html"), "x");
  const page = webAppPages(async () => {
    throw new Error("The database is away");
  }, built);
  const app = await createHttpServer({ log: createLog("silent", "test"), https: false, page });
  onTestFinished(() => app.close());
  await serveWebApp(app, built);
  const answer = await app.inject({ url: "/lead/list" });
  expect([answer.statusCode, answer.headers["strict-transport-security"]]).toEqual([200, undefined]);
});
