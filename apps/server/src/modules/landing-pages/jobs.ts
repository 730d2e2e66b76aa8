import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler } from "#platform/jobs/job";
import type { Platform } from "#platform/server-module";
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
  { retryDelaySeconds: 30 },
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
