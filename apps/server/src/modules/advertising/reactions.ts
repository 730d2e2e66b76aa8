import { request } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import { adLeadReceived } from "./events.ts";
import { makeAdLeadJob } from "./jobs.ts";

/** What follows when a form of an advertisement sent a lead. */
export const advertisingReactions: readonly Reaction[] = [
  reaction({
    event: adLeadReceived,
    jobs: ({ adLeadId }, { organizationId }) => [request(makeAdLeadJob, { organizationId, adLeadId })],
  }),
];
