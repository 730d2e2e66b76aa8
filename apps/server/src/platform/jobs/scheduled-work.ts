import { z } from "zod";
import type { Log } from "#platform/log/log";
import { defineJob, handler, type JobHandler } from "./job.ts";
import type { Jobs } from "./jobs.ts";

/** Periodic work that finds by itself what is due. Runs in one worker at a time. */
export interface ScheduledWork {
  /** Unique. Names the work in the queue and in the log. */
  readonly name: string;
  readonly everySeconds: number;
  /** Processes everything that is due, in batches. Ends after the current batch when `stop` is aborted. */
  run(stop: AbortSignal): Promise<void>;
}

/** Hourly work that removes old rows; `removeSome` removes one batch and returns whether there may be more. */
export function hourlyRemoval(name: string, removeSome: () => Promise<boolean>): ScheduledWork {
  return {
    name,
    everySeconds: 3600,
    run: (stop) => untilDone(stop, removeSome),
  };
}

/** Does one batch after the other until `doSome` returns false or `stop` is aborted. */
export async function untilDone(stop: AbortSignal, doSome: () => Promise<boolean>): Promise<void> {
  while (!stop.aborted && (await doSome()));
}

/** A run may be long, so a heartbeat shows whether its process is still alive. */
const scheduledWorkJob = defineJob("scheduled-work", z.object({ name: z.string() }), {
  retryLimit: 3,
  retryDelaySeconds: 5,
  expireInSeconds: 3600,
  heartbeatSeconds: 20,
  concurrency: 3,
  onePerKey: true,
});

/** Runs scheduled work when its turn comes. Work that only another release knows is skipped. */
export function scheduledWorkHandler(works: readonly ScheduledWork[]): JobHandler {
  const byName = new Map(works.map((work) => [work.name, work]));
  return handler(scheduledWorkJob, async ({ name }, signal) => byName.get(name)?.run(signal));
}

const askEveryMs = 2000;

/**
 * Requests each work from the queue until stopped. The queue keeps one request per work and period of `everySeconds`, and none
 * while the work runs, so any number of processes may request it.
 */
export function startSchedule(
  works: readonly ScheduledWork[],
  { jobs, log }: { jobs: Pick<Jobs, "enqueue">; log: Log },
): { stop(): Promise<void> } {
  const requests = works.map(({ name, everySeconds }) => ({
    job: scheduledWorkJob,
    data: { name },
    once: { key: name, seconds: everySeconds },
  }));
  let asking: Promise<void> | null = null;
  const ask = () => {
    asking ??= jobs
      .enqueue(requests)
      .catch((error: Error) =>
        log.warn({ reason: error.message }, "Scheduled work could not be asked for; trying again"),
      )
      .finally(() => {
        asking = null;
      });
  };
  ask();
  const timer = setInterval(ask, askEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await asking;
    },
  };
}
