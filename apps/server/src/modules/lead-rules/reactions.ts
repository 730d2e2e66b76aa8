import { requestOnce } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import { ruleAddressesDue } from "./events.ts";
import { mailAssignmentsJob } from "./jobs.ts";

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
