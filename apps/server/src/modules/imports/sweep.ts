import { isDatabaseAway } from "#platform/db/failures";
import type { Platform } from "#platform/server-module";
import { removeOldImports } from "./actions/remove-old-imports.ts";

const hourMs = 3_600_000;

/** Removes imports and their files once they can no longer be undone, looking once an hour. */
export function startSweep(platform: Platform): { stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const sweep = async () => {
    try {
      while (!stopped && (await removeOldImports(platform)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      const { log } = platform;
      if (isDatabaseAway(error)) log.warn({ reason }, "The sweep of imports did not reach the database; trying again");
      else log.error({ reason }, "The sweep of imports failed; trying again");
    }
  };
  const start = () => {
    running = running.then(sweep);
  };
  start();
  const timer = setInterval(start, hourMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
