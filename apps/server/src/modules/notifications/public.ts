import { isDatabaseAway } from "#platform/db/failures";
import type { Platform, ServerModule } from "#platform/server-module";
import { removeOldNotifications } from "./actions/remove-old-notifications.ts";
import { notificationJobs } from "./jobs.ts";
import { notificationReactions } from "./reactions.ts";
import { bindNotificationRoutes } from "./routes.ts";

export { claimMail } from "./actions/claim-mail.ts";
export { type News, tellPerson } from "./actions/tell-person.ts";
export { unreadNotifications } from "./queries/my-notifications.ts";
export { settingsOf } from "./queries/settings.ts";
export { afterQuietHours, wants } from "./rules.ts";

const cleanEveryMs = 3_600_000;

/** What single people are told of: in the app, by mail, as they have chosen. */
export function notificationsModule(platform: Platform): ServerModule {
  return {
    name: "notifications",
    routes: (bind) => bindNotificationRoutes(bind, platform),
    reactions: notificationReactions,
    jobs: notificationJobs(platform),
    async startWork() {
      let running = Promise.resolve();
      const timer = setInterval(() => {
        running = clean(platform);
      }, cleanEveryMs);
      return {
        async stop() {
          clearInterval(timer);
          await running;
        },
      };
    },
  };
}

async function clean({ db, log }: Platform): Promise<void> {
  try {
    await removeOldNotifications(db);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    if (isDatabaseAway(error)) log.warn({ reason }, "Old notifications were not removed; trying again in an hour");
    else log.error({ reason }, "Removing old notifications failed; trying again in an hour");
  }
}
