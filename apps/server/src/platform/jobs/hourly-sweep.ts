import { isDatabaseAway } from "#platform/db/failures";
import type { Platform } from "#platform/server-module";

const hourMs = 3_600_000;

/**
 * A worker's loop that removes what has become too old, at its start and once an hour, so that a day never ends with many
 * left. `removeSome` answers whether there may be more. Harmless in several processes at once.
 */
export function startHourlySweep(
  { log }: Pick<Platform, "log">,
  what: string,
  removeSome: () => Promise<boolean>,
): { stop(): Promise<void> } {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const sweep = async () => {
    try {
      while (!stopped && (await removeSome()));
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      if (isDatabaseAway(error)) log.warn({ what, reason }, "A sweep did not reach the database; trying again");
      else log.error({ what, reason }, "A sweep failed; trying again");
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
