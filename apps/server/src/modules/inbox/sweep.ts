import { isDatabaseAway } from "#platform/db/failures";
import { request } from "#platform/jobs/job";
import type { Platform } from "#platform/server-module";
import { channelsWithOldQuota } from "./channels/queries/channels.ts";
import { endIdleHolds, forgetViewers } from "./conversations/actions/end-holds.ts";
import { messagesWithUnfetchedFiles } from "./files/queries/unfetched.ts";
import { deliverConversationJob, fetchMediaJob, refreshQuotaJob, sendScheduledJob } from "./jobs.ts";
import { forgottenConversations, settleAbandoned } from "./sending/actions/settle-abandoned.ts";
import { forgottenScheduled } from "./sending/queries/scheduled.ts";

const second = 1000;
const minute = 60 * second;

/**
 * Sees to what a process that died has left behind: messages that were being sent, conversations and files whose jobs
 * are gone; to holds that nobody uses any more, and to viewers who left long ago. Harmless in several processes at once.
 */
export function startSweep(platform: Platform): { stop(): Promise<void> } {
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
    every(5 * second, () => takeUpSending(platform)),
    every(minute, () => takeUpFiles(platform)),
    every(5 * second, async () => void (await endIdleHolds(platform.db))),
    every(5 * minute, () => forgetViewers(platform.db)),
    every(minute, async () =>
      platform.enqueue((await forgottenScheduled(platform.db)).map((one) => request(sendScheduledJob, one))),
    ),
    every(10 * minute, () => askForQuotas(platform)),
  ];
  // The composer says what a message costs: not to be known only after ten minutes.
  const first = safely(platform, () => askForQuotas(platform)).finally(() => running.delete(first));
  running.add(first);
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}

async function takeUpSending(platform: Platform): Promise<void> {
  const unsure = await settleAbandoned(platform.db);
  if (unsure > 0) platform.log.warn({ messages: unsure }, "Messages were being sent when a process ended: unsure now");
  const forgotten = await forgottenConversations(platform.db);
  await platform.enqueue(forgotten.map((one) => request(deliverConversationJob, one)));
}

async function takeUpFiles(platform: Platform): Promise<void> {
  const messages = await messagesWithUnfetchedFiles(platform.db);
  await platform.enqueue(messages.map((one) => request(fetchMediaJob, one)));
}

async function askForQuotas(platform: Platform): Promise<void> {
  const channels = await channelsWithOldQuota(platform.db);
  await platform.enqueue(channels.map((one) => request(refreshQuotaJob, one)));
}

async function safely({ log }: Platform, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    if (isDatabaseAway(error)) log.warn({ reason }, "The inbox's sweep did not reach the database; trying again");
    else log.error({ reason }, "The inbox's sweep failed; trying again");
  }
}
