import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { messageChanged } from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, request, requestOnce } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { deliveryDue, entryReceived } from "./events.ts";
import { linkClicks } from "./intake/actions/link-clicks.ts";
import { makeLeadOfEntry } from "./intake/actions/make-lead-of-entry.ts";
import { deliver } from "./webhook/actions/deliver.ts";

export const makeLeadJob = defineJob(
  "make-lead-of-landing-entry",
  z.object({ organizationId: OrganizationId, entryId: RecordId }),
  { retryLimit: 12, retryDelaySeconds: 5 },
);

/** Looks in what an organisation's customers have written for codes of presses. */
export const linkClicksJob = defineJob("link-landing-clicks", z.object({ organizationId: OrganizationId }), {
  retryDelaySeconds: 10,
});

/** Calls a page's webhook. What fails is attempted again by an event of its own; a retry is for what cut us off. */
export const deliverJob = defineJob(
  "deliver-landing-webhook",
  z.object({ organizationId: OrganizationId, deliveryId: RecordId }),
  // A call may take ten seconds.
  { retryDelaySeconds: 30, concurrency: 6, perOrganization: 3 },
);

export function landingJobs(platform: Platform): readonly JobHandler[] {
  const { db } = platform;
  return [
    handler(deliverJob, ({ organizationId, deliveryId }) =>
      deliver(platform, organizationScope(organizationId), deliveryId),
    ),
    handler(linkClicksJob, ({ organizationId }) => linkClicks(db, organizationScope(organizationId))),
    handler(makeLeadJob, ({ organizationId, entryId }) =>
      makeLeadOfEntry(db, organizationScope(organizationId), entryId),
    ),
  ];
}

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
