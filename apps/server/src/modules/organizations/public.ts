import { isDatabaseAway } from "#platform/db/failures";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { removeNextOrganization } from "./actions/remove-organization.ts";
import { reviewMembership } from "./actions/review-membership.ts";
import { placeReactions } from "./events.ts";
import type { LeadSourcesOf, People } from "./port.ts";
import { endingOrganizations } from "./queries/removals.ts";
import { bindBranchRoutes } from "./routes/branches.ts";
import { bindOrganizationRoutes } from "./routes/organization.ts";

export { changePlan, lockPlan } from "./actions/change-plan.ts";
export { createOrganization, type NewOrganization } from "./actions/create-organization.ts";
export { emitOrganizationChanged } from "./events.ts";
export type { LeadSourcesOf } from "./port.ts";
export {
  addressOfBranch,
  branchById,
  branchesOf,
  branchNames,
  organizationOf,
  planCheck,
  timeZoneOf,
  type Workplace,
  workplaceOf,
} from "./queries/places.ts";
export { isToBeRemoved, openOrganizations } from "./queries/removals.ts";
export { daysUntil, graceDays, membershipAt, removalDueAt, renewalDueAt } from "./rules/membership.ts";

/**
 * The organisation and its branches: their calls and notifications, and in a worker the checks of ending plans
 * and data to be removed. Other modules supply what it needs about people, and the sources of leads for
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

/** Checks ending plans, and removes the data of deleted organisations. */
function placeUpkeep(platform: Platform, people: People): readonly ScheduledWork[] {
  return [
    { name: "ending plans", everySeconds: 600, run: () => reviewEnding(platform, people) },
    {
      name: "organisations to remove",
      everySeconds: 60,
      async run(stop) {
        while (!stop.aborted && (await removeNextOrganization(platform, people)));
      },
    },
  ];
}

async function reviewEnding(platform: Platform, people: People): Promise<void> {
  for (const organizationId of await endingOrganizations(platform.db)) {
    // A failure must not keep the others from being checked.
    await reviewMembership(platform, people, organizationId).catch((error: unknown) => note(platform, error));
  }
}

function note({ log }: Platform, error: unknown): void {
  const reason = error instanceof Error ? error.message : "unknown";
  if (isDatabaseAway(error)) log.warn({ reason }, "A plan's end could not be looked at; trying again");
  else log.error({ reason }, "Looking at a plan's end failed; trying again");
}
