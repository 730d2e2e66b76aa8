import { request } from "#platform/jobs/job";
import { hourlyRemoval, type ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Platform } from "#platform/server-module";
import { reportRefusedCalls } from "./channels/actions/report-refused-calls.ts";
import { channelsWithOldQuota } from "./channels/queries/channels.ts";
import { endIdleHolds, forgetViewers } from "./conversations/actions/end-holds.ts";
import { loseOldFiles } from "./files/actions/fetch-media.ts";
import { messagesWithUnfetchedFiles } from "./files/queries/conversation-files.ts";
import type { Inbox } from "./inbox.ts";
import { deliverConversationJob, refreshQuotaJob, requestMedia, sendScheduledJob } from "./jobs.ts";
import { removeOldEvents } from "./receiving/actions/store-deliveries.ts";
import { forgottenConversations, settleAbandoned } from "./sending/actions/settle-abandoned.ts";
import { forgottenScheduled } from "./sending/queries/scheduled.ts";

const minute = 60;

/** Recovers the work of dead processes, ends idle holds, reports refused calls, and removes old rows. */
export function inboxUpkeep(inbox: Pick<Inbox, "platform" | "providers">): readonly ScheduledWork[] {
  const { platform } = inbox;
  const { db } = platform;
  return [
    { name: "abandoned messages", everySeconds: 5, run: () => takeUpSending(platform) },
    { name: "unfetched files", everySeconds: minute, run: () => takeUpFiles(platform) },
    { name: "idle holds", everySeconds: 5, run: async () => void (await endIdleHolds(db)) },
    { name: "viewers who left", everySeconds: 5 * minute, run: () => forgetViewers(db) },
    { name: "scheduled messages", everySeconds: minute, run: () => takeUpScheduled(platform) },
    { name: "message quotas", everySeconds: 10 * minute, run: () => askForQuotas(platform) },
    { name: "refused calls", everySeconds: minute, run: () => reportRefusedCalls(inbox) },
    hourlyRemoval("deliveries", () => removeOldEvents(db)),
  ];
}

async function takeUpSending(platform: Platform): Promise<void> {
  const unsure = await settleAbandoned(platform.db);
  if (unsure > 0) platform.log.warn({ messages: unsure }, "Messages were being sent when a process ended: unsure now");
  const forgotten = await forgottenConversations(platform.db);
  await platform.enqueue(forgotten.map((one) => request(deliverConversationJob, one)));
}

async function takeUpFiles(platform: Platform): Promise<void> {
  await loseOldFiles(platform.db);
  const messages = await messagesWithUnfetchedFiles(platform.db);
  await platform.enqueue(messages.map(requestMedia));
}

async function takeUpScheduled(platform: Platform): Promise<void> {
  const forgotten = await forgottenScheduled(platform.db);
  await platform.enqueue(forgotten.map((one) => request(sendScheduledJob, one)));
}

async function askForQuotas(platform: Platform): Promise<void> {
  const channels = await channelsWithOldQuota(platform.db);
  await platform.enqueue(channels.map((one) => request(refreshQuotaJob, one)));
}
