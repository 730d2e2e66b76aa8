import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { createLog } from "#platform/log/log";
import { createHttpServer } from "./server.ts";
import { sharedBusyTime } from "./shared-busy-time.ts";

let base: TestDatabase;

beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.close());

test("a process counts the calls of the others, for as long as they say so", async () => {
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
