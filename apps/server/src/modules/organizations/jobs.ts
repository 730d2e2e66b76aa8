import { isDatabaseAway } from "#platform/db/failures";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Platform } from "#platform/server-module";
import { removeNextOrganization } from "./actions/remove-organization.ts";
import { reviewMembership } from "./actions/review-membership.ts";
import type { People } from "./port.ts";
import { endingOrganizations } from "./queries/removals.ts";

/** Looks after plans that end, and removes the data of organisations that are gone. */
export function placeUpkeep(platform: Platform, people: People): readonly ScheduledWork[] {
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
    // One that fails must not keep the others from being looked at.
    await reviewMembership(platform, people, organizationId).catch((error: unknown) => note(platform, error));
  }
}

function note({ log }: Platform, error: unknown): void {
  const reason = error instanceof Error ? error.message : "unknown";
  if (isDatabaseAway(error)) log.warn({ reason }, "A plan's end could not be looked at; trying again");
  else log.error({ reason }, "Looking at a plan's end failed; trying again");
}
