import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { inSystemTransaction } from "#platform/db/transaction";
import { type Jobs, startJobs } from "./jobs.ts";
import { hourlyRemoval, type ScheduledWork, scheduledWorkHandler, startSchedule } from "./scheduled-work.ts";

let base: TestDatabase;
const started: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  base = await createTestDatabase();
});

afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.stop();
  await base.close();
});

/** A worker process with a schedule. */
async function startProcess(works: readonly ScheduledWork[]): Promise<Jobs> {
  const { log } = base.platform;
  const handlers = [scheduledWorkHandler(works)];
  const jobs = await startJobs({ url: base.access.sessionUrl, handlers, log, supervise: true });
  await jobs.work();
  const schedule = startSchedule(works, { jobs, log });
  started.push({ stop: () => jobs.stop(1000) }, schedule);
  return jobs;
}

test("work repeats, in one of two processes at a time", async () => {
  const running = { now: 0, most: 0, times: 0 };
  const third = Promise.withResolvers<void>();
  const work = {
    name: "counting",
    everySeconds: 1,
    async run() {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      running.times += 1;
      // Longer than the distance of two turns.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      running.now -= 1;
      if (running.times === 3) third.resolve();
    },
  };
  await startProcess([work]);
  await startProcess([work]);
  await third.promise;
  expect(running.most).toBe(1);
});

test("failed work is retried", async () => {
  const succeeded = Promise.withResolvers<void>();
  let tries = 0;
  const work = {
    name: "failing once",
    everySeconds: 3600,
    async run() {
      tries += 1;
      if (tries === 1) throw new Error("not now");
      succeeded.resolve();
    },
  };
  await startProcess([work]);
  await succeeded.promise;
  expect(tries).toBe(2);
});

test("work of a dead process is continued by another", async () => {
  const ran = Promise.withResolvers<string>();
  const work = { name: "left behind", everySeconds: 3600, run: async () => ran.resolve("ran") };
  const { log } = base.platform;
  const handlers = [scheduledWorkHandler([work])];
  const dead = await startJobs({ url: base.access.sessionUrl, handlers, log, supervise: false });
  started.push({ stop: () => dead.stop(1000) });
  const schedule = startSchedule([work], { jobs: dead, log });
  await schedule.stop();
  await inSystemTransaction(base.platform.db, async (tx) => {
    await sql`
      update pgboss.job set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'
      where name = 'scheduled-work'`.execute(tx);
  });
  await startProcess([work]);
  expect(await ran.promise).toBe("ran");
});

test("a stop reaches running work", async () => {
  const begun = Promise.withResolvers<void>();
  let wasStopped = false;
  const work = {
    name: "waiting for the stop",
    everySeconds: 3600,
    async run(stop: AbortSignal) {
      begun.resolve();
      await new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve(), { once: true }));
      wasStopped = true;
    },
  };
  const jobs = await startProcess([work]);
  await begun.promise;
  await jobs.stop(5000);
  expect(wasStopped).toBe(true);
});

test("a removal continues until nothing is left, and ends when stopped", async () => {
  let left = 3;
  const removal = hourlyRemoval("old rows", async () => {
    left -= 1;
    return left > 0;
  });
  await removal.run(new AbortController().signal);
  expect(left).toBe(0);
  await removal.run(AbortSignal.abort());
  expect(left).toBe(0);
});
