import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { serveWebApp } from "./web-app.ts";

test("hashed files are kept for a year, the others asked for anew, and nothing else is shown", async () => {
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
