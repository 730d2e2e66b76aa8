import type { Platform, ServerModule } from "#platform/server-module";
import { placeReactions } from "./events.ts";
import { placeUpkeep } from "./jobs.ts";
import type { LeadSourcesOf, People } from "./port.ts";
import { bindBranchRoutes } from "./routes/branches.ts";
import { bindOrganizationRoutes } from "./routes/organization.ts";

export { changePlan, lockPlan } from "./actions/change-plan.ts";
export { createOrganization, type NewOrganization } from "./actions/create-organization.ts";
export type { LeadSourcesOf } from "./port.ts";
export { addressOfBranch, branchById, branchesOf, organizationOf, planCheck, timeZoneOf } from "./queries/places.ts";
export { openOrganizations, waitingWipe } from "./queries/removals.ts";
export { daysUntil, graceDays, membershipAt, removalDueAt } from "./rules/membership.ts";

/**
 * The organisation and its branches: their calls, who hears when they change, and in a worker the watch over plans that end
 * and data to be removed. What it needs of people is given by the modules that know them, and so is what sends leads to
 * branches.
 */
export function organizationsModule(
  platform: Platform,
  people: People,
  leadSources: readonly LeadSourcesOf[] = [],
): ServerModule {
  return {
    name: "organizations",
    routes(bind) {
      bindBranchRoutes(bind, platform, { people, leadSources });
      bindOrganizationRoutes(bind, platform, people);
    },
    reactions: placeReactions,
    schedule: placeUpkeep(platform, people),
  };
}
