import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, requestOnce } from "#platform/jobs/job";
import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import { type Reaction, reaction } from "#platform/outbox/events";
import type { Platform, ServerModule } from "#platform/server-module";
import { removeOldAssignments } from "./actions/assign-leads.ts";
import { mailAssignments } from "./actions/mail-assignments.ts";
import { ruleAddressesDue } from "./events.ts";
import { bindLeadRuleRoutes } from "./routes.ts";

export { assignLeads, type LeadAssignment } from "./actions/assign-leads.ts";
export { leadsWaiting } from "./events.ts";
export { explainLead } from "./present.ts";
export { isChannelInRules } from "./queries/rules.ts";
export type { Arrival } from "./rules/decide.ts";
export { isWithin } from "./rules/office-hours.ts";

/** The rules that assign new leads, and absences: their calls, and the mails about assignments. */
export function leadRulesModule(platform: Platform): ServerModule {
  return {
    name: "lead-rules",
    routes: (bind) => bindLeadRuleRoutes(bind, platform),
    reactions: leadRuleReactions,
    jobs: leadRuleJobs(platform),
    schedule: [hourlyRemoval("assignments", () => removeOldAssignments(platform.db))],
  };
}

/** Mails the people and addresses of a rule its decisions since the last mail. */
const mailAssignmentsJob = defineJob(
  "mail-lead-assignments",
  z.object({ organizationId: OrganizationId, ruleId: RecordId }),
  { retryLimit: 3 },
);

function leadRuleJobs(platform: Platform): readonly JobHandler[] {
  return [
    handler(mailAssignmentsJob, ({ organizationId, ruleId }) =>
      mailAssignments(platform, organizationScope(organizationId), ruleId),
    ),
  ];
}

/** Leads of a rule arrive in bursts: one mail covers all within this time. */
const mailEverySeconds = 30;

const leadRuleReactions: readonly Reaction[] = [
  reaction({
    event: ruleAddressesDue,
    jobs: ({ ruleId }, { organizationId }) => [
      requestOnce(mailAssignmentsJob, { organizationId, ruleId }, { key: ruleId, seconds: mailEverySeconds }),
    ],
  }),
];
