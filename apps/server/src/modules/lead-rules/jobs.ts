import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, requestOnce } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { mailAssignments } from "./actions/mail-assignments.ts";
import { ruleAddressesDue } from "./events.ts";

/** Mails the people and addresses of a rule what it has decided since the last mail. */
export const mailAssignmentsJob = defineJob(
  "mail-lead-assignments",
  z.object({ organizationId: OrganizationId, ruleId: RecordId }),
  { retryLimit: 3 },
);

export function leadRuleJobs(platform: Platform): readonly JobHandler[] {
  return [
    handler(mailAssignmentsJob, ({ organizationId, ruleId }) =>
      mailAssignments(platform, organizationScope(organizationId), ruleId),
    ),
  ];
}

/** Leads of a rule come in bursts: one mail for all of this stretch. */
const mailEverySeconds = 30;

export const leadRuleReactions: readonly Reaction[] = [
  reaction({
    event: ruleAddressesDue,
    jobs: ({ ruleId }, { organizationId }) => [
      requestOnce(mailAssignmentsJob, { organizationId, ruleId }, { key: ruleId, seconds: mailEverySeconds }),
    ],
  }),
];
