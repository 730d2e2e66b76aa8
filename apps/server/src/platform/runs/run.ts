import { setTimeout as pause } from "node:timers/promises";
import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { z } from "zod";
import { isDatabaseAway } from "#platform/db/failures";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { defineJob, handler, type JobDefinition, type JobHandler, request } from "#platform/jobs/job";
import { defineEvent, emit, type Reaction, reaction } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";

const RunData = z.object({ organizationId: OrganizationId, runId: RecordId });

/**
 * A kind of long work that is stored as rows of a table and done in slices. The table has the columns `organization_id`,
 * `state`, `tries`, `problem` and `finished_at` beside the id.
 */
export interface RunDefinition {
  readonly table: string;
  /** The column of the run's id. */
  readonly id: string;
  readonly job: JobDefinition<typeof RunData>;
  /** How long one job works before the next one continues. */
  readonly sliceMs: number;
}

/** A run waits for a worker; the event of all kinds of run. */
const runStarted = defineEvent("run.started", RunData.extend({ run: z.string(), delaySeconds: z.number().int() }));

/** How long one slice may take. */
export interface SliceLimit {
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

/** `continueAt`: there is nothing to do before, so no worker is occupied until then. */
export type SliceEnd = "finished" | "unfinished" | { readonly continueAt: Date };

/**
 * Does as much of a run as the time allows. Every batch is one transaction that locks the run's row, loads the rights of
 * the person who started it, and stores the progress, so nothing happens twice if a slice is interrupted. A run
 * that is not in a working state (paused, cancelled, done) is `finished` for now.
 */
export type RunWork = (scope: Scope, runId: RecordId, until: SliceLimit) => Promise<SliceEnd>;

/** While a call works on a small run itself, the job waits this long before it takes over. */
const graceSeconds = 90;
/** How long a call works on a small run before the job takes over. */
export const withinCallMs = 40_000;

/** Failures in a row after which a run is given up. */
export const maxTries = 5;

/** Declares a kind of run; `name` is the name of its job, in the imperative. */
export function defineRun(
  name: string,
  {
    table,
    id,
    sliceMs = 20_000,
    concurrency = 1,
  }: Pick<RunDefinition, "table" | "id"> & { sliceMs?: number; concurrency?: number },
): RunDefinition {
  const job = defineJob(name, RunData, {
    // The run itself counts its failures: a job that ended before it would leave it unfinished for ever.
    ...{ retryLimit: 1000, retryDelaySeconds: 5, maxRetryDelaySeconds: 60 },
    ...{ expireInSeconds: 120, heartbeatSeconds: 20, concurrency },
  });
  return { table, id, job, sliceMs };
}

/**
 * Has a worker work on a run once the transaction commits. `inCall`: the call works on it first, and the worker takes
 * over only if it does not finish.
 */
export function startRun(
  tx: Tx,
  { job }: RunDefinition,
  { organizationId, runId, inCall = false }: z.infer<typeof RunData> & { inCall?: boolean },
): Promise<void> {
  const payload = { run: job.name, organizationId, runId, delaySeconds: inCall ? graceSeconds : 0 };
  return emit(tx, runStarted, { organizationId, aggregateId: runId, payload });
}

/** What a module registers for a kind of run: the job that works on it, and the reaction that enqueues that job. */
export function runParts(
  platform: Platform,
  run: RunDefinition,
  work: RunWork,
): { jobs: readonly JobHandler[]; reactions: readonly Reaction[] } {
  return { jobs: [runHandler(platform, run, work)], reactions: [runReaction(run)] };
}

function runReaction({ job }: RunDefinition): Reaction {
  return reaction({
    event: runStarted,
    jobs: ({ run, organizationId, runId, delaySeconds }) =>
      run === job.name ? [request(job, { organizationId, runId }, new Date(Date.now() + delaySeconds * 1000))] : [],
  });
}

/** Does one slice, and requests the next one if there is more to do. */
function runHandler(platform: Platform, run: RunDefinition, work: RunWork): JobHandler {
  return handler(run.job, async ({ organizationId, runId }, signal) => {
    const until = { signal, deadline: Date.now() + run.sliceMs };
    const scope = organizationScope(organizationId);
    const end = await throughOutages(until, () => workOnRun(platform, run, { work, scope, runId, until }));
    if (end === "finished") return;
    const startAt = end === "unfinished" ? undefined : end.continueAt;
    await platform.enqueue([request(run.job, { organizationId, runId }, startAt)]);
  });
}

const outagePauseMs = 500;

/** Works again soon after the database went away: the queue would notice the failure only by a missing heartbeat. */
async function throughOutages(until: SliceLimit, work: () => Promise<SliceEnd>): Promise<SliceEnd> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || !(await pauseWithin(until, outagePauseMs))) throw error;
    }
  }
}

/**
 * Works on a run until it is finished or the time is up. An expected refusal ends the run with its code as the problem;
 * any other error is thrown, so that the job retries, up to five in a row. The database may go away as often as it likes:
 * that is no failure of the run. An undo that is given up leaves the run `done`, so that it can be undone again.
 */
export async function workOnRun(
  { db, log }: Pick<Platform, "db" | "log">,
  run: RunDefinition,
  { work, scope, runId, until }: { work: RunWork; scope: Scope; runId: RecordId; until: SliceLimit },
): Promise<SliceEnd> {
  try {
    return await work(scope, runId, until);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const refusal = error instanceof AppError ? error : null;
    const gaveUp = await inTransaction(db, scope, (tx) => recordFailure(tx, scope, { run, runId, refusal }));
    if (!gaveUp) throw error;
    log.error({ err: error, run: run.job.name, runId }, "A run was given up");
    return "finished";
  }
}

/** Does batch after batch until there is none left, or the time is up. */
export async function workInBatches(nextBatch: () => Promise<boolean>, until: SliceLimit): Promise<SliceEnd> {
  while (await nextBatch()) {
    if (isTimeUp(until)) return "unfinished";
  }
  return "finished";
}

/** Whether the slice must end. */
export function isTimeUp({ deadline, signal }: SliceLimit): boolean {
  return signal?.aborted === true || Date.now() > deadline;
}

/** Waits within a slice; false if the slice ends first. */
export async function pauseWithin({ deadline, signal }: SliceLimit, forMs: number): Promise<boolean> {
  const left = deadline - Date.now();
  try {
    await pause(Math.max(0, Math.min(forMs, left)), undefined, signal ? { signal } : {});
  } catch {
    return false;
  }
  return forMs < left;
}

async function recordFailure(
  tx: Tx,
  scope: Scope,
  { run, runId, refusal }: { run: RunDefinition; runId: RecordId; refusal: AppError | null },
): Promise<boolean> {
  const { organizationId } = scope;
  const row = sql`organization_id = ${organizationId} and ${sql.ref(run.id)} = ${runId}`;
  const table = sql.table(run.table);
  const found = await sql<{ state: string; tries: number }>`
    select state, tries from ${table} where ${row} for update`.execute(tx);
  const [held] = found.rows;
  if (!held) return true;
  const gaveUp = refusal !== null || held.tries + 1 >= maxTries;
  const ended = held.state === "undoing" ? "done" : "failed";
  await sql`
    update ${table} set tries = tries + 1, problem = ${refusal ? problemOf(refusal) : "SYSTEM_ERROR"},
      state = ${gaveUp ? ended : held.state}, finished_at = case when ${gaveUp} then now() else finished_at end
    where ${row}`.execute(tx);
  return gaveUp;
}

/** The code that a run stores: readers would take PERMISSION_DENIED for their own. */
function problemOf({ code }: AppError): AppError["code"] {
  return code === "PERMISSION_DENIED" ? "RUN_RIGHTS_REVOKED" : code;
}
