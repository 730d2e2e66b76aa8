import { organizationsThatMail } from "#modules/chat-settings/public";
import { isDatabaseAway } from "#platform/db/failures";
import { organizationScope } from "#platform/db/scope";
import type { Platform, ServerModule } from "#platform/server-module";
import { mailUnanswered } from "./actions/mail-unanswered.ts";

const lookEveryMs = 30_000;

/** Mails to those who should know that a customer waits for an answer. */
export function unansweredMailsModule(platform: Platform): ServerModule {
  return { name: "unanswered-mails", startWork: async () => startWatch(platform) };
}

/**
 * A worker's watch over the customers who wait. What was mailed is in the database, so that several processes may watch
 * at once, and one that dies leaves it to the others.
 */
function startWatch(platform: Platform): { stop(): Promise<void> } {
  const state = { stopped: false };
  let running: Promise<void> | null = null;
  const look = async () => {
    for (const organizationId of await organizationsThatMail(platform.db)) {
      if (state.stopped) return;
      await mailUnanswered(platform, organizationScope(organizationId), () => state.stopped);
    }
  };
  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => noteFailure(platform, error))
      .finally(() => {
        running = null;
      });
  }, lookEveryMs);
  return {
    async stop() {
      state.stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

function noteFailure({ log }: Platform, error: unknown): void {
  const reason = error instanceof Error ? error.message : "unknown";
  if (isDatabaseAway(error)) log.warn({ reason }, "Waiting customers could not be looked for; trying again");
  else log.error({ reason }, "Looking for waiting customers failed; trying again");
}
