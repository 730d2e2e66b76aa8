import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { removeOldAssignments } from "./actions/assign-leads.ts";
import { leadRuleJobs, leadRuleReactions } from "./jobs.ts";
import { bindLeadRuleRoutes } from "./routes.ts";

export { type Assigned, assignLeads } from "./actions/assign-leads.ts";
export { leadsWaiting } from "./events.ts";
export { explainLead } from "./present.ts";
export { isChannelInRules } from "./queries/rules.ts";
export type { Arrival } from "./rules/decide.ts";
export { isWithin } from "./rules/office-hours.ts";

/** The rules by which new leads are given to people, and who is away: their calls, and the mails about what they gave. */
export function leadRulesModule(platform: Platform): ServerModule {
  return {
    name: "lead-rules",
    routes: (bind) => bindLeadRuleRoutes(bind, platform),
    reactions: leadRuleReactions,
    jobs: leadRuleJobs(platform),
    schedule: [hourlyRemoval("assignments", () => removeOldAssignments(platform.db))],
  };
}
