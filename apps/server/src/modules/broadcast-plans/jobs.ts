import { isDatabaseAway } from "#platform/db/failures";
import { organizationScope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { applyNews, failSilent } from "./actions/apply-news.ts";
import { sendBatch } from "./actions/send-batch.ts";
import { startPlan } from "./actions/start-plan.ts";
import { activePlans, organizationsWithNews, organizationsWithSilence } from "./queries/active-plans.ts";

const everyMs = 500;
const hour = 3_600_000;

/**
 * Starts plans whose time has come, sends for those that run, and keeps their figures. What is to be done is in the
 * database: any number of processes may look, and one that dies leaves nothing behind.
 */
export function startBroadcasts(platform: Platform): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>();
  const every = (ms: number, work: () => Promise<void>) => {
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      const run = safely(platform, work).finally(() => {
        busy = false;
        running.delete(run);
      });
      running.add(run);
    }, ms);
  };
  const timers = [
    every(everyMs, () => workOnPlans(platform.db)),
    every(everyMs, () => workOnNews(platform.db)),
    every(hour, () => endSilence(platform.db)),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}

/** One round: plans that are due begin, those that run send their next messages. */
export async function workOnPlans(db: Database): Promise<void> {
  for (const { organizationId, planId, state } of await activePlans(db)) {
    const scope = organizationScope(organizationId);
    if (state === "pending") await startPlan(db, scope, planId);
    else await sendBatch(db, scope, planId);
  }
}

/** One round: counts the results of messages until nothing is left. */
export async function workOnNews(db: Database): Promise<void> {
  for (const organizationId of await organizationsWithNews(db))
    while ((await applyNews(db, organizationScope(organizationId))) > 0);
}

async function endSilence(db: Database): Promise<void> {
  for (const organizationId of await organizationsWithSilence(db))
    await failSilent(db, organizationScope(organizationId));
}

async function safely({ log }: Platform, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isDatabaseAway(error)) log.warn({ err: error }, "Broadcast plans did not reach the database");
    else log.error({ err: error }, "A round of broadcast plans failed; trying again");
  }
}
