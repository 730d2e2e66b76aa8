import type { Schema } from "@homeroom/database/schema";
import { CompiledQuery, type Transaction } from "kysely";
import { PgBoss } from "pg-boss";
import type { Database } from "#platform/db/transaction";
import type { Log } from "#platform/log/log";
import { newTraceId, withTrace } from "#platform/log/trace";
import type { JobDefinition, JobHandler, JobRequest } from "./job.ts";

export interface Jobs {
  /** Enqueues jobs; in `tx` when given, so that they exist only if it commits. */
  enqueue(requests: readonly JobRequest[], tx?: Database | Transaction<Schema>): Promise<void>;
  /** Starts the workers of the queues. */
  work(): Promise<void>;
  /** Takes no new jobs and lets running ones finish within `timeoutMs`; what is left returns to the queue. */
  stop(timeoutMs: number): Promise<void>;
}

/** A connection that is silent for longer counts as lost. */
const answerWithinMs = 60_000;

/** The job queue (pg-boss on the application's database). Queues of all handlers exist once this resolves. */
export async function startJobs(options: {
  url: string;
  handlers: readonly JobHandler[];
  log: Log;
  /** Maintenance of the queue's tables: one process per database is enough, more do no harm. */
  supervise: boolean;
}): Promise<Jobs> {
  const { handlers, log } = options;
  // Passed on to the driver; its own type does not name it.
  const driver = { query_timeout: answerWithinMs, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const boss = new PgBoss({
    ...driver,
    connectionString: options.url,
    max: 6,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: options.supervise,
    // Jobs of a crashed process are retried soon.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    useListenNotify: true,
    application_name: "homeroom jobs",
  });
  boss.on("error", (error) => log.warn({ reason: error.message }, "The job queue met an error"));
  await boss.start();
  for (const { job } of handlers) await ensureQueue(boss, job);
  const stopping = new AbortController();
  const workers = new Map<string, string[]>();
  const wake = (queue: string) => {
    for (const workerId of workers.get(queue) ?? []) boss.notifyWorker(workerId);
  };
  const alarms = dueAlarms(wake);
  let stopWatching = () => {};
  return {
    async enqueue(requests, tx) {
      await insertAll(boss, requests, tx);
      for (const { job, startAfter } of requests)
        if (startAfter && workers.has(job.name)) alarms.set(job.name, startAfter);
    },
    async work() {
      for (const one of handlers) workers.set(one.job.name, await workOff(boss, one, { log, signal: stopping.signal }));
      stopWatching = watchDue(boss, [...workers.keys()], wake);
    },
    async stop(timeoutMs) {
      stopping.abort();
      alarms.clear();
      stopWatching();
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

async function ensureQueue(boss: PgBoss, job: JobDefinition): Promise<void> {
  const figures = {
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: job.expireInSeconds,
    deleteAfterSeconds: 3600,
    notify: true,
    ...(job.maxRetryDelaySeconds && { retryDelayMax: job.maxRetryDelaySeconds }),
    ...(job.heartbeatSeconds && { heartbeatSeconds: job.heartbeatSeconds }),
  };
  await boss.createQueue(job.name, { ...figures, ...(job.onePerKey && { policy: "exclusive" }) });
  await boss.updateQueue(job.name, figures);
}

async function insertAll(
  boss: PgBoss,
  requests: readonly JobRequest[],
  tx?: Database | Transaction<Schema>,
): Promise<void> {
  const byQueue = Map.groupBy(requests, (one) => one.job.name);
  for (const [queue, group] of byQueue) {
    const jobs = withoutRepeats(group).map(({ job, data, startAfter, once }) => ({
      data,
      ...(job.perOrganization && { group: { id: String(data["organizationId"]) } }),
      ...(startAfter && { startAfter }),
      ...(once && { singletonKey: once.key, singletonSeconds: once.seconds }),
    }));
    await boss.insert(queue, jobs, tx ? { db: executorOf(tx) } : undefined);
  }
}

/** Keeps the first of the requests that share one job: the queue would reject the others one by one. */
function withoutRepeats(requests: readonly JobRequest[]): JobRequest[] {
  const known = new Set<string>();
  return requests.filter(({ once }) => {
    if (!once) return true;
    const repeated = known.has(once.key);
    known.add(once.key);
    return !repeated;
  });
}

/** pg-boss's view of a transaction of ours. */
function executorOf(tx: Database | Transaction<Schema>) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const result = await tx.executeQuery(CompiledQuery.raw(text, values));
      return { rows: result.rows };
    },
  };
}

const alarmStepMs = 100;
const alarmHorizonMs = 60_000;

/**
 * Calls `ring` with a queue's name when one of its jobs is due. Best effort, in this process only: a job that is due later
 * than in a minute, or was enqueued by another process, is found by `watchDue`.
 */
function dueAlarms(ring: (queue: string) => void) {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    set(queue: string, due: Date) {
      const delay = Math.max(0, due.getTime() - Date.now()) + alarmStepMs;
      const key = `${queue} ${Math.ceil(due.getTime() / alarmStepMs)}`;
      if (delay > alarmHorizonMs || timers.has(key)) return;
      const timer = setTimeout(() => {
        timers.delete(key);
        ring(queue);
      }, delay);
      timers.set(key, timer.unref());
    },
    clear() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

const dueCheckMs = 2000;

/**
 * Calls `wake` with the name of each queue that has a job to do: one that is due, one to be retried, or one whose
 * notification was lost. One query for all queues, because polls of 140 workers were nearly all the work of an idle
 * product. Returns a function that stops it.
 */
function watchDue(boss: PgBoss, queues: readonly string[], wake: (queue: string) => void): () => void {
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      for (const queue of await dueQueues(boss.getDb(), queues)) wake(queue);
    } catch {
      // The database is unavailable: the next query finds what waits by then.
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void ask(), dueCheckMs).unref();
  return () => clearInterval(timer);
}

/** Those of the queues that have a job to do now. */
export async function dueQueues(
  db: { executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }> },
  queues: readonly string[],
): Promise<string[]> {
  const { rows } = await db.executeSql(
    `select queue.name from unnest($1::text[]) as queue(name) where exists (
       select from pgboss.job_common job where job.name = queue.name and job.state < 'active' and not job.blocked
         and job.start_after <= pgboss.job_now())`,
    [queues],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}

/** Starts the workers of a queue; returns their ids. */
async function workOff(
  boss: PgBoss,
  handler: JobHandler,
  around: { log: Log; signal: AbortSignal },
): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < handler.job.concurrency; count += 1) ids.push(await startWorker(boss, handler, around));
  return ids;
}

/**
 * Starts one worker of a queue. It fetches again as soon as a job has ended: pg-boss by itself sleeps until its next poll
 * or notification, and the notifications of jobs that were enqueued while it worked count as one.
 */
async function startWorker(
  boss: PgBoss,
  handler: JobHandler,
  around: { log: Log; signal: AbortSignal },
): Promise<string> {
  const { job } = handler;
  // They are woken; their own polls are a fallback.
  const options = {
    ...{ pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 60 },
    ...(job.perOrganization && { groupConcurrency: job.perOrganization }),
  };
  const workerId: string = await boss.work(job.name, options, async (batch) => {
    boss.notifyWorker(workerId);
    for (const one of batch) {
      await withTrace(newTraceId(), async () => {
        try {
          await handler.run(one.data as Record<string, unknown>, around.signal);
        } catch (error) {
          around.log.warn(
            { job: job.name, jobId: one.id, reason: reasonOf(error) },
            "A job failed and will be tried again",
          );
          throw error;
        }
      });
    }
  });
  return workerId;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
}
