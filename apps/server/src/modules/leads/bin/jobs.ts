import { isDatabaseAway } from "#platform/db/failures";
import type { Platform } from "#platform/server-module";
import type { FindLeadFiles } from "../port.ts";
import { eraseDeletedLeads } from "./actions/erase-deleted-leads.ts";
import { removeOldBulks } from "./actions/remove-old-bulks.ts";

const hour = 3_600_000;

/** A worker's upkeep of leads: what has been in the bin too long, and bulk changes that nobody can take back any more. */
export function startLeadUpkeep(platform: Platform, findFiles: readonly FindLeadFiles[]): { stop(): Promise<void> } {
  const state = { stopped: false };
  const look = async () => {
    await eraseDeletedLeads(platform, findFiles, () => state.stopped);
    while (!state.stopped && (await removeOldBulks(platform.db)));
  };
  let running: Promise<void> | null = null;
  const wake = () => {
    running ??= look()
      .catch((error: unknown) => note(platform, error))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(wake, hour);
  wake();
  return {
    async stop() {
      state.stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

function note({ log }: Platform, error: unknown): void {
  const reason = error instanceof Error ? error.message : "unknown";
  if (isDatabaseAway(error)) log.warn({ reason }, "Deleted leads could not be looked after; trying again in an hour");
  else log.error({ reason }, "Looking after deleted leads failed; trying again in an hour");
}
