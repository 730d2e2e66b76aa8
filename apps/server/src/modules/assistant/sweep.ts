import { isDatabaseAway } from "#platform/db/failures";
import type { Platform } from "#platform/server-module";
import { removeOldPublicTalk } from "./actions/answer-visitor.ts";
import { removeOldVerifications } from "./actions/verification.ts";

const everyMs = 3_600_000;

/** Sees to what has become too old to keep. Harmless in several processes at once. */
export function startSweep(platform: Platform): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = sweep(platform);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function sweep({ db, log }: Platform): Promise<void> {
  try {
    await removeOldVerifications(db);
    await removeOldPublicTalk(db);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    if (isDatabaseAway(error)) log.warn({ reason }, "The assistant's sweep did not reach the database; trying again");
    else log.error({ reason }, "The assistant's sweep failed; trying again");
  }
}
