import { templateRefused } from "#modules/inbox/public";
import { request } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import { stopRefusedTemplateJob } from "./jobs.ts";

/** What follows when a template was sent and refused. */
export const templateReactions: readonly Reaction[] = [
  reaction({
    event: templateRefused,
    jobs: (refused, { organizationId }) => [request(stopRefusedTemplateJob, { organizationId, ...refused })],
  }),
];
