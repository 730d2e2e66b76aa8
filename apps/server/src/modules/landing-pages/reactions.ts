import { messageChanged } from "#modules/inbox/public";
import { request, requestOnce } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import { deliveryDue, entryReceived } from "./events.ts";
import { deliverJob, linkClicksJob, makeLeadJob } from "./jobs.ts";

/** What customers of an organisation write is looked at together, this often. */
const lookEverySeconds = 5;

/** What follows when a visitor sent a form, and when a customer has written. */
export const landingReactions: readonly Reaction[] = [
  reaction({
    event: entryReceived,
    jobs: ({ entryId }, { organizationId }) => [request(makeLeadJob, { organizationId, entryId })],
  }),
  reaction({
    event: deliveryDue,
    jobs: ({ deliveryId, at }, { organizationId }) => [
      request(deliverJob, { organizationId, deliveryId }, new Date(at)),
    ],
  }),
  reaction({
    event: messageChanged,
    jobs: ({ inbound }, { organizationId }) =>
      inbound ? [requestOnce(linkClicksJob, { organizationId }, { seconds: lookEverySeconds })] : [],
  }),
];
