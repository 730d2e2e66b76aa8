import { organizationScope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import { notifyMorningContacts } from "./actions/notify-morning-contacts.ts";
import { sendReminders } from "./actions/send-reminders.ts";
import { dueMornings, organizationsToRemind } from "./queries/reminders.ts";

/** Sends reminders that are due, and lists each person's contacts of the day in the morning. */
export function dueReminders(db: Database): ScheduledWork {
  return {
    name: "due reminders",
    everySeconds: 20,
    async run(stop) {
      for (const organizationId of await organizationsToRemind(db)) {
        while (!stop.aborted && (await sendReminders(db, organizationScope(organizationId))) > 0);
      }
      for (const morning of await dueMornings(db)) {
        if (!stop.aborted) await notifyMorningContacts(db, morning);
      }
    },
  };
}
