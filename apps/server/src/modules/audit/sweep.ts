import { isDatabaseAway } from "#platform/db/failures";
import type { Platform } from "#platform/server-module";
import { removeOldEntries } from "./actions/remove-old-entries.ts";

const hourMs = 3_600_000;

/** Removes entries that have become too old, once an hour, so that a day never ends with many left. */
export function startSweep({ db, log }: Platform): { stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const sweep = async () => {
    try {
      while (!stopped && (await removeOldEntries(db)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      if (isDatabaseAway(error)) log.warn({ reason }, "The audit log's sweep did not reach the database; trying again");
      else log.error({ reason }, "The audit log's sweep failed; trying again");
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
