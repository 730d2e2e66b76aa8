import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { removeOldNotifications } from "./actions/read-notifications.ts";
import { notificationJobs } from "./jobs.ts";
import type { PushSender } from "./port.ts";
import { notificationReactions } from "./reactions.ts";
import { bindNotificationRoutes } from "./routes.ts";

export { claimMail } from "./actions/claim-mail.ts";
export { type News, notifyPerson } from "./actions/notify-person.ts";
export type { PushOutcome, PushSender, PushTarget } from "./port.ts";
export { unreadNotifications } from "./queries/my-notifications.ts";
export { settingsOf } from "./queries/settings.ts";
export { wants } from "./rules.ts";

/** Personal notifications: in the app, by mail, and on phones by `push`, as each person has chosen. */
export function notificationsModule(platform: Platform, push: PushSender): ServerModule {
  return {
    name: "notifications",
    routes: (bind) => bindNotificationRoutes(bind, platform, push),
    reactions: notificationReactions,
    jobs: notificationJobs(platform, push),
    schedule: [hourlyRemoval("notifications", () => removeOldNotifications(platform.db))],
  };
}
