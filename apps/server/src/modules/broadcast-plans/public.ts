import type { EmailTemplateUses } from "#modules/email-templates/public";
import { createBroadcastSender, type MessagingProvider } from "#modules/inbox/public";
import type { TargetUses } from "#modules/targets/public";
import { busyTime } from "#platform/http/busy-time";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform, ServerModule } from "#platform/server-module";
import { settlePlans } from "./actions/settle-plans.ts";
import { startBroadcasts } from "./jobs.ts";
import { isEmailTemplateUsed, isListUsed } from "./queries/list-uses.ts";
import { serveLinks } from "./routes/links.ts";
import { serveMailNotices } from "./routes/mail-notices.ts";
import { bindPlanRoutes } from "./routes/plans.ts";

export { limitNear, planStopped } from "./events.ts";
export { countStartedPlans, findPlans } from "./queries/plans.ts";

/** Keeps recipient lists from being removed that a plan still needs. */
export const listsOfPlans: TargetUses = { isUsed: isListUsed };

/** Keeps e-mail templates from being removed that a plan still needs. */
export const emailTemplatesOfPlans: EmailTemplateUses = { isUsed: isEmailTemplateUsed };

/** Broadcast plans: their calls, and in a worker what starts them, sends for them and keeps their figures. */
export function broadcastPlansModule(platform: Platform, providers: readonly MessagingProvider[]): ServerModule {
  const people = busyTime();
  const tests = createRateLimit(platform, { name: "broadcast-test", points: 20, seconds: 600 });
  return {
    name: "broadcast-plans",
    guard: people.follow,
    routes: (bind) => bindPlanRoutes(bind, platform, tests),
    async callbacks(app) {
      await app.register((scope) => serveLinks(scope, platform));
      await app.register((scope) => serveMailNotices(scope, platform));
    },
    startWork: async () => startBroadcasts(platform, { sender: createBroadcastSender(platform, providers), people }),
    schedule: [{ name: "broadcast charges", everySeconds: 60, run: (stop) => settlePlans(platform.db, stop) }],
  };
}
