import { isDatabaseAway } from "#platform/db/failures";
import type { Platform } from "#platform/server-module";
import { removeNextOrganization } from "./actions/remove-organization.ts";
import { reviewMembership } from "./actions/review-membership.ts";
import type { People } from "./port.ts";
import { endingOrganizations } from "./queries/removals.ts";

const minute = 60_000;
const reviewEveryMs = 10 * minute;

/**
 * A worker's watch over organisations: plans that end, and data to be removed. Everything stands in the database, so that
 * several processes may do it at once, and one that dies leaves it to the others.
 */
export function startPlaceWatch(platform: Platform, people: People): { stop(): Promise<void> } {
  const state = { stopped: false, reviewedAt: 0 };
  let running: Promise<void> | null = null;
  const look = async () => {
    if (Date.now() - state.reviewedAt >= reviewEveryMs) {
      await reviewEnding(platform, people);
      state.reviewedAt = Date.now();
    }
    while (!state.stopped && (await removeNextOrganization(platform, people)));
  };
  const wake = () => {
    running ??= look()
      .catch((error: unknown) => note(platform, error))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(wake, minute);
  wake();
  return {
    async stop() {
      state.stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function reviewEnding(platform: Platform, people: People): Promise<void> {
  for (const organizationId of await endingOrganizations(platform.db)) {
    // One that fails must not keep the others from being looked at.
    await reviewMembership(platform, people, organizationId).catch((error: unknown) => note(platform, error));
  }
}

function note({ log }: Platform, error: unknown): void {
  const reason = error instanceof Error ? error.message : "unknown";
  if (isDatabaseAway(error)) log.warn({ reason }, "Organisations could not be looked after; trying again");
  else log.error({ reason }, "Looking after organisations failed; trying again");
}
