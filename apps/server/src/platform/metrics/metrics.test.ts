import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { createHttpServer } from "#platform/http/server";
import { createLog } from "#platform/log/log";
import { type MetricsParts, registerMetrics } from "./metrics.ts";

const token = "a-token-of-monitoring";
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(settings: Partial<MetricsParts["settings"]>) {
  const app = await createHttpServer({ log: createLog("silent", "test"), https: false });
  const pool = new pg.Pool();
  await registerMetrics(app, {
    ...{ pool, socketCount: () => 3, answeredAtOnce: () => 7 },
    settings: { HOST: "127.0.0.1", ...settings },
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  closing.push(() => app.close());
  return { app, address };
}

/** As a caller from elsewhere, or through what stands before the server. */
async function statusFor(
  { app }: Awaited<ReturnType<typeof serve>>,
  caller: { remoteAddress?: string; headers?: Record<string, string> },
): Promise<number> {
  return (await app.inject({ url: "/metrics", ...caller })).statusCode;
}

test("without settings only callers on the same machine see the figures", async () => {
  const served = await serve({});
  const answer = await fetch(`${served.address}/metrics`);
  expect(answer.status).toBe(200);
  const figures = await answer.text();
  expect(figures).toContain("sockets_open 3");
  expect(figures).toContain("pages_answered_from_memory 7");
  expect(await statusFor(served, { remoteAddress: "::ffff:127.0.0.1" })).toBe(200);
  expect(await statusFor(served, { remoteAddress: "203.0.113.7" })).toBe(404);
  expect(await statusFor(served, { remoteAddress: "10.0.0.4" })).toBe(404);
  for (const name of ["x-forwarded-for", "x-real-ip", "forwarded", "via"]) {
    expect(await statusFor(served, { remoteAddress: "127.0.0.1", headers: { [name]: "203.0.113.7" } })).toBe(404);
  }
});

test("with a token only callers who present it see them, from anywhere", async () => {
  const served = await serve({ METRICS_TOKEN: token });
  const remoteAddress = "203.0.113.7";
  expect(await statusFor(served, { remoteAddress, headers: { authorization: `Bearer ${token}` } })).toBe(200);
  for (const authorization of ["", token, "Bearer ", `Bearer ${token}x`, `Basic ${token}`]) {
    expect(await statusFor(served, { remoteAddress: "127.0.0.1", headers: { authorization } })).toBe(401);
  }
});

test("with a separate port they are available only there", async () => {
  const probe = await serve({});
  const port = Number(new URL(probe.address).port);
  await closing.pop()?.();
  const served = await serve({ METRICS_PORT: port });
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(404);
  expect(await statusFor(served, { remoteAddress: "127.0.0.1" })).toBe(404);
});
