import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { prepareDatabase } from "#platform/db/for-tests";
import { defineJob, handler, request } from "./job.ts";
import { dueQueues, type Jobs, startJobs } from "./jobs.ts";

const backlog = 40;
const oneByOne = defineJob("work-one-by-one", z.object({ number: z.number() }), { concurrency: 1 });
const inPairs = defineJob("work-in-pairs", z.object({ number: z.number() }), { concurrency: 2 });

const base = prepareDatabase();
let jobs: Jobs;
let ended = Promise.withResolvers<void>();
const done: number[] = [];
const running = { now: 0, most: 0 };

beforeAll(async () => {
  const work = async ({ number }: { number: number }) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await Promise.resolve();
    done.push(number);
    running.now -= 1;
    if (done.length === backlog) ended.resolve();
  };
  const handlers = [handler(oneByOne, work), handler(inPairs, work)];
  jobs = await startJobs({ url: base.access.sessionUrl, handlers, log: base.platform.log, supervise: false });
});

afterAll(() => jobs.stop(1000));

test("a backlog is processed without a pause, one job at a time", async () => {
  const half = (from: number) =>
    Array.from({ length: backlog / 2 }, (_, index) => request(oneByOne, { number: from + index }));
  await jobs.enqueue(half(0));
  await jobs.work();
  await jobs.enqueue(half(backlog / 2));
  // A pause until the next poll after each job would take minutes.
  await ended.promise;
  expect(new Set(done).size).toBe(backlog);
  expect(running.most).toBe(1);
});

test("every worker of a queue processes its backlog, and no job runs twice", async () => {
  done.length = 0;
  ended = Promise.withResolvers();
  await jobs.enqueue(Array.from({ length: backlog }, (_, number) => request(inPairs, { number })));
  await ended.promise;
  expect(new Set(done).size).toBe(backlog);
  expect(running.most).toBeLessThanOrEqual(2);
});

test("a job that falls due is taken at once", async () => {
  done.length = 0;
  const late: number[] = [];
  for (let number = 0; number < 5; number += 1) {
    const due = new Date(Date.now() + 200);
    await jobs.enqueue([request(oneByOne, { number }, due)]);
    await expect.poll(() => done.length, { interval: 10 }).toBe(number + 1);
    late.push(Date.now() - due.getTime());
  }
  // Jobs that are due are looked for every two seconds: without an alarm one in five would hardly be so early.
  expect(Math.min(...late)).toBeLessThan(1000);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
});

test("only queues with a job to do now are woken", async () => {
  const later = new Date(Date.now() + 3_600_000);
  const names = ["work-for-later", "work-for-now", "work-that-is-not-there"];
  const [forLater, forNow] = names.map((name) => defineJob(name, z.object({ number: z.number() }), { concurrency: 1 }));
  if (!forLater || !forNow) throw new Error("Two queues are needed");
  const handlers = [forLater, forNow].map((job) => handler(job, async () => {}));
  // It does not work: what is enqueued stays.
  const idle = await startJobs({ url: base.access.sessionUrl, handlers, log: base.platform.log, supervise: false });
  onTestFinished(() => idle.stop(1000));
  await idle.enqueue([request(forLater, { number: 1 }, later), request(forNow, { number: 2 })]);
  const db = { executeSql: (text: string, values: unknown[]) => base.owner.query(text, values) };
  expect(await dueQueues(db, names)).toEqual(["work-for-now"]);
});

test("a job that another process enqueued for later is started soon after it falls due", async () => {
  done.length = 0;
  const other = await startJobs({
    url: base.access.sessionUrl,
    handlers: [],
    log: base.platform.log,
    supervise: false,
  });
  onTestFinished(() => other.stop(1000));
  const due = new Date(Date.now() + 300);
  await other.enqueue([request(oneByOne, { number: 1 }, due)]);
  await expect.poll(() => done).toEqual([1]);
  // The workers' own polls are a minute apart.
  expect(Date.now() - due.getTime()).toBeLessThan(30_000);
});
