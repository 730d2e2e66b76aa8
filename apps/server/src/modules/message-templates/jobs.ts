import { failureReasons } from "@homeroom/contract/failure-reasons";
import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { templateRefused } from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, request, requestOnce } from "#platform/jobs/job";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import { type Reaction, reaction } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { stopRefusedTemplate } from "./actions/stop-refused-template.ts";
import { handingOverMs } from "./actions/submit-template.ts";
import { checkReviews } from "./actions/sync-templates.ts";
import type { TemplateReviewer } from "./port.ts";
import { waitingReviews } from "./queries.ts";

/** The interval at which a review without notices is queried. */
const askEveryMs = 3_600_000;

export const checkReviewsJob = defineJob(
  "check-template-reviews",
  z.object({ organizationId: OrganizationId, businessAccountId: z.string() }),
  { retryLimit: 2, retryDelaySeconds: 30, expireInSeconds: 120, concurrency: 2 },
);

/** Removes a template that WhatsApp refused to send from the choices. */
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

/** Queries reviews whose webhook never came, and resumes interrupted submissions. */
export function overdueReviews(platform: Platform): ScheduledWork {
  return {
    name: "overdue template reviews",
    everySeconds: 60,
    async run() {
      const now = Date.now();
      const waiting = await waitingReviews(platform.db, new Date(now - askEveryMs), new Date(now - handingOverMs));
      await platform.enqueue(
        waiting.map((one) => requestOnce(checkReviewsJob, one, { key: one.businessAccountId, seconds: 30 })),
      );
    },
  };
}

/** Reactions to a template that WhatsApp refused to send. */
export const templateReactions: readonly Reaction[] = [
  reaction({
    event: templateRefused,
    jobs: (refused, { organizationId }) => [request(stopRefusedTemplateJob, { organizationId, ...refused })],
  }),
];
