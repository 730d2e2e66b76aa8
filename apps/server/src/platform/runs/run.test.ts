import { RecordId } from "@homeroom/contract/ids";
import pg from "pg";
import { v7 } from "uuid";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { roleOf } from "#platform/db/access";
import { prepareDatabase } from "#platform/db/for-tests";
import type { Scope } from "#platform/db/scope";
import { AppError } from "#platform/errors/app-error";
import { defineRun, type RunWork, runParts, workInBatches, workOnRun } from "./run.ts";

const counting = defineRun("count-for-tests", { table: "run_for_tests", id: "run_id" });
const later = () => Date.now() + 60_000;

const base = prepareDatabase();
let scope: Scope;
let runId: RecordId;

beforeAll(async () => {
  ({ scope } = await buildOrganization(base.db));
  await base.owner.query(`
    create table run_for_tests (organization_id uuid, run_id uuid, state text default 'running', tries int default 0,
      problem text default '', finished_at timestamptz)`);
  await base.owner.query(`grant all on run_for_tests to ${roleOf(base.access)}`);
});

beforeEach(async () => {
  base.enqueued.length = 0;
  runId = RecordId.parse(v7());
  await base.owner.query("insert into run_for_tests values ($1, $2)", [scope.organizationId, runId]);
});

async function stored() {
  const found = await base.owner.query("select * from run_for_tests where run_id = $1", [runId]);
  return found.rows[0] as { state: string; tries: number; problem: string; finished_at: Date | null };
}

const work = (once: RunWork) =>
  workOnRun(base.platform, counting, { work: once, scope, runId, until: { deadline: later() } });
const failing = (error: Error) => () => Promise.reject(error);

test("a failure is thrown for a retry four times, and the fifth ends the run", async () => {
  for (let tries = 1; tries <= 4; tries += 1) {
    await expect(work(failing(new Error("disk full")))).rejects.toThrow("disk full");
    expect(await stored()).toMatchObject({ state: "running", tries, problem: "SYSTEM_ERROR", finished_at: null });
  }
  expect(await work(failing(new Error("disk full")))).toBe("finished");
  expect(await stored()).toMatchObject({ state: "failed", tries: 5, finished_at: expect.any(Date) });
});

const reported = (code: string) => Object.assign(new pg.DatabaseError("reported", 0, "error"), { code });

test("a database that goes away is no failure of the run, however often", async () => {
  for (const error of [reported("57P01"), Object.assign(new Error("write EPIPE"), { code: "EPIPE" })])
    for (let times = 0; times < 4; times += 1) await expect(work(failing(error))).rejects.toBe(error);
  expect(await stored()).toMatchObject({ state: "running", tries: 0, problem: "" });
});

test("the job works on after the database was away", async () => {
  const outcomes = [() => Promise.reject(reported("57P01")), () => Promise.resolve("finished" as const)];
  const [job] = runParts(base.platform, counting, async () => outcomes.shift()?.() ?? "unfinished").jobs;
  await job?.run({ organizationId: scope.organizationId, runId }, new AbortController().signal);
  expect(outcomes).toEqual([]);
  expect(base.enqueued).toEqual([]);
});

test("a statement that takes too long is a failure of the run", async () => {
  await expect(work(failing(reported("57014")))).rejects.toThrow("reported");
  expect(await stored()).toMatchObject({ state: "running", tries: 1 });
});

test("an expected refusal ends the run at once, with its code", async () => {
  expect(await work(failing(new AppError("LEAD_EMAIL_EXISTS")))).toBe("finished");
  expect(await stored()).toMatchObject({ state: "failed", problem: "LEAD_EMAIL_EXISTS" });
});

test("a revoked permission is that of the run's author, not of the reader", async () => {
  await work(failing(new AppError("PERMISSION_DENIED")));
  expect(await stored()).toMatchObject({ problem: "RUN_RIGHTS_REVOKED" });
});

test("an abandoned undo leaves the run done, so that it can be undone again", async () => {
  await base.owner.query("update run_for_tests set state = 'undoing' where run_id = $1", [runId]);
  await work(failing(new AppError("PERMISSION_DENIED")));
  expect(await stored()).toMatchObject({ state: "done" });
});

test("a slice ends when its time is up or it is aborted, and the job asks for the next one", async () => {
  const batches: number[] = [];
  const nextBatch = async () => batches.push(1) < 3;
  expect(await workInBatches(nextBatch, { deadline: 0 })).toBe("unfinished");
  expect(await workInBatches(nextBatch, { deadline: later(), signal: AbortSignal.abort() })).toBe("unfinished");
  expect(await workInBatches(nextBatch, { deadline: later() })).toBe("finished");
  expect(batches).toHaveLength(3);

  const [job] = runParts(base.platform, counting, async () => "unfinished").jobs;
  await job?.run({ organizationId: scope.organizationId, runId }, new AbortController().signal);
  expect(base.enqueued).toMatchObject([{ job: { name: "count-for-tests" }, data: { runId } }]);
});

test("a run with nothing to do before a time continues then", async () => {
  const continueAt = new Date(later());
  const [job] = runParts(base.platform, counting, async () => ({ continueAt })).jobs;
  await job?.run({ organizationId: scope.organizationId, runId }, new AbortController().signal);
  expect(base.enqueued).toMatchObject([{ data: { runId }, startAfter: continueAt }]);
});
