import { expect, test } from "vitest";
import { prepareDatabase } from "#platform/db/for-tests";
import { createLog } from "#platform/log/log";
import { busyTime, sharedBusyTime } from "./busy-time.ts";
import { createHttpServer } from "./server.ts";

test("the time in which people wait for a call is counted once, and webhooks are not", async () => {
  let clock = 0;
  const busy = busyTime(() => clock);
  const app = await createHttpServer({ log: createLog("silent", "test"), https: false });
  app.addHook("onRequest", async ({ headers }) => {
    if (headers["refused"]) throw new Error("refused");
  });
  busy.follow(app);
  const open: (() => void)[] = [];
  const slowly = () => new Promise<string>((resolve) => open.push(() => resolve("")));
  app.get("/api_users/slow", slowly);
  app.get("/api_webhook/slow", slowly);
  const call = async (url: string) => {
    const before = open.length;
    const answer = app.inject({ url });
    await expect.poll(() => open.length).toBe(before + 1);
    return answer;
  };
  const hook = call("/api_webhook/slow");
  await expect.poll(() => open.length).toBe(1);
  clock = 10;
  expect(busy.ms()).toBe(0);
  const one = call("/api_users/slow");
  await expect.poll(() => open.length).toBe(2);
  const other = call("/api_users/slow");
  await expect.poll(() => open.length).toBe(3);
  clock = 30;
  expect(busy.ms()).toBe(20);
  for (const end of open) end();
  await Promise.all([hook, one, other]);
  clock = 100;
  expect(busy.ms()).toBe(20);
  expect((await app.inject({ url: "/api_users/slow", headers: { refused: "1" } })).statusCode).toBe(500);
  const last = call("/api_users/slow");
  await expect.poll(() => open.length).toBe(4);
  clock = 105;
  expect(busy.ms()).toBe(25);
  open[3]?.();
  await last;
  await app.close();
});

const base = prepareDatabase();

test("a process counts the calls of other processes while they report them", async () => {
  let clock = 0;
  const now = () => clock;
  const api = sharedBusyTime(base.db, { tells: true, now });
  const worker = sharedBusyTime(base.db, { tells: false, now });
  const app = await createHttpServer({ log: createLog("silent", "test"), https: false });
  api.follow(app);
  app.get("/api_users/slow", async () => {
    clock += 250;
    return "";
  });
  const grownIn100 = (of: typeof worker) => {
    const before = of.ms();
    clock += 100;
    return of.ms() - before;
  };
  await worker.look();
  expect(grownIn100(worker)).toBe(0);
  // What is said is written after the answer: the worker sees it by one of its next looks.
  await expect
    .poll(async () => {
      clock += 300;
      await app.inject({ url: "/api_users/slow" });
      await worker.look();
      return grownIn100(worker);
    })
    .toBeGreaterThan(20);
  expect(grownIn100(worker)).toBeLessThan(100);
  await api.look();
  expect(grownIn100(api)).toBe(0);
  clock += 10_000;
  expect(grownIn100(worker)).toBe(0);
  await app.close();
});
