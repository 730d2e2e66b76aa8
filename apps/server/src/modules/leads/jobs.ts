import { organizationScope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import { hourlyRemoval, type ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Platform } from "#platform/server-module";
import { eraseDeletedLeads } from "./bin/actions/erase-deleted-leads.ts";
import { removeOldBulks } from "./bulk/actions/undo-bulk.ts";
import { notifyMorningContacts } from "./follow-up/actions/notify-morning-contacts.ts";
import { sendReminders } from "./follow-up/actions/send-reminders.ts";
import { dueMornings, organizationsToRemind } from "./follow-up/queries/reminders.ts";
import type { Erasing } from "./port.ts";

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

/** Erases what has been in the bin too long, and bulk changes that nobody can take back any more. */
export function leadUpkeep(platform: Platform, erasing: Erasing): readonly ScheduledWork[] {
  return [
    {
      name: "deleted leads",
      everySeconds: 3600,
      run: (stop) => eraseDeletedLeads(platform, erasing, () => stop.aborted),
    },
    hourlyRemoval("bulk changes", () => removeOldBulks(platform.db)),
  ];
}
