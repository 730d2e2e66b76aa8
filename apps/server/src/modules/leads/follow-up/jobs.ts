import { isDatabaseAway } from "#platform/db/failures";
import { organizationScope } from "#platform/db/scope";
import type { Platform } from "#platform/server-module";
import { sendReminders } from "./actions/send-reminders.ts";
import { tellMorningContacts } from "./actions/tell-morning-contacts.ts";
import { morningsToTell, organizationsToRemind } from "./queries/reminders.ts";

const lookEveryMs = 20_000;

/**
 * A worker's watch over the time: reminders that are due, and mornings on which people are told whom to contact. What was
 * told is in the database, so that several processes may watch at once, and one that dies leaves it to the others.
 */
export function startReminderWatch({ db, log }: Platform): { stop(): Promise<void> } {
  const state = { stopped: false };
  let running: Promise<void> | null = null;
  const look = async () => {
    for (const organizationId of await organizationsToRemind(db)) {
      while (!state.stopped && (await sendReminders(db, organizationScope(organizationId))) > 0);
    }
    for (const morning of await morningsToTell(db)) {
      if (!state.stopped) await tellMorningContacts(db, morning);
    }
  };
  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : "unknown";
        if (isDatabaseAway(error)) log.warn({ reason }, "Reminders could not be looked for; trying again");
        else log.error({ reason }, "Looking for reminders failed; trying again");
      })
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
