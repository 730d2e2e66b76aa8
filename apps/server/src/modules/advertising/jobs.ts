import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, request } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { adLeadReceived } from "./events.ts";
import { googleAnswers } from "./google/rules.ts";
import { type AnswerReaders, makeLeadOfAd } from "./intake/actions/make-lead-of-ad.ts";
import { fetchMetaLead } from "./meta/actions/fetch-meta-lead.ts";
import { metaAnswers } from "./meta/rules/lead-call.ts";
import type { MetaProvider } from "./port.ts";

export const makeAdLeadJob = defineJob(
  "make-lead-of-ad",
  z.object({ organizationId: OrganizationId, adLeadId: RecordId }),
  { retryLimit: 12, retryDelaySeconds: 5 },
);

const readers: AnswerReaders = {
  google: { name: "Google 名單表單", read: googleAnswers },
  meta: { name: "Meta 名單型廣告", read: metaAnswers },
};

export function advertisingJobs(platform: Platform, provider: MetaProvider | null): readonly JobHandler[] {
  return [
    handler(makeAdLeadJob, async ({ organizationId, adLeadId }) => {
      const scope = organizationScope(organizationId);
      await fetchMetaLead(platform, provider, { scope, adLeadId });
      await makeLeadOfAd(platform.db, scope, { adLeadId, readers });
    }),
  ];
}

/** The reaction to a lead from an advertisement's form. */
export const advertisingReactions: readonly Reaction[] = [
  reaction({
    event: adLeadReceived,
    jobs: ({ adLeadId }, { organizationId }) => [request(makeAdLeadJob, { organizationId, adLeadId })],
  }),
];
