import { failureReasons } from "@homeroom/contract/failure-reasons";
import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { isDatabaseAway } from "#platform/db/failures";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, requestOnce } from "#platform/jobs/job";
import type { Platform } from "#platform/server-module";
import { checkReviews } from "./actions/check-reviews.ts";
import { stopRefusedTemplate } from "./actions/stop-refused-template.ts";
import { handingOverMs } from "./actions/submit-template.ts";
import type { TemplateReviewer } from "./port.ts";
import { waitingReviews } from "./queries.ts";

const minute = 60_000;
/** A review that nothing was heard of is asked after so often. */
const askEveryMs = 60 * minute;

export const checkReviewsJob = defineJob(
  "check-template-reviews",
  z.object({ organizationId: OrganizationId, businessAccountId: z.string() }),
  { retryLimit: 2, retryDelaySeconds: 30, expireInSeconds: 120, concurrency: 2 },
);

/** Takes a template off the choices that WhatsApp refused to send. */
export const stopRefusedTemplateJob = defineJob(
  "stop-refused-template",
  z.object({
    organizationId: OrganizationId,
    templateId: RecordId,
    reason: z.enum(failureReasons),
    sentAt: z.iso.datetime(),
  }),
  { retryLimit: 5 },
);

export function templateJobs(parts: { platform: Platform; reviewer: TemplateReviewer }): readonly JobHandler[] {
  return [
    handler(checkReviewsJob, (waiting) => checkReviews(parts, waiting)),
    handler(stopRefusedTemplateJob, ({ organizationId, sentAt, ...refused }) =>
      stopRefusedTemplate(parts.platform.db, organizationScope(organizationId), {
        ...refused,
        sentAt: new Date(sentAt),
      }),
    ),
  ];
}

/** Sees to reviews whose webhook never came and to templates whose handing over was cut short. Harmless in several processes. */
export function startReviewWatch(platform: Platform): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= look(platform).finally(() => (running = null));
  }, minute);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function look(platform: Platform): Promise<void> {
  const now = Date.now();
  try {
    const waiting = await waitingReviews(platform.db, new Date(now - askEveryMs), new Date(now - handingOverMs));
    await platform.enqueue(
      waiting.map((one) => {
        return requestOnce(checkReviewsJob, one, { key: one.businessAccountId, seconds: 30 });
      }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    if (isDatabaseAway(error)) platform.log.warn({ reason }, "The watch over reviews did not reach the database");
    else platform.log.error({ reason }, "The watch over reviews failed; trying again");
  }
}
