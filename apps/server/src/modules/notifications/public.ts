import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { removeOldNotifications } from "./actions/remove-old-notifications.ts";
import { notificationJobs } from "./jobs.ts";
import { notificationReactions } from "./reactions.ts";
import { bindNotificationRoutes } from "./routes.ts";

export { claimMail } from "./actions/claim-mail.ts";
export { type News, tellPerson } from "./actions/tell-person.ts";
export { unreadNotifications } from "./queries/my-notifications.ts";
export { settingsOf } from "./queries/settings.ts";
export { wants } from "./rules.ts";

/** Notifications of single people: in the app, by mail, as they have chosen. */
export function notificationsModule(platform: Platform): ServerModule {
  return {
    name: "notifications",
    routes: (bind) => bindNotificationRoutes(bind, platform),
    reactions: notificationReactions,
    jobs: notificationJobs(platform),
    schedule: [hourlyRemoval("notifications", () => removeOldNotifications(platform.db))],
  };
}
