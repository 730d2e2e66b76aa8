import type { EmailTemplateUses } from "#modules/email-templates/public";
import { createBroadcastSender, type MessagingProvider } from "#modules/inbox/public";
import type { MessageTemplateUses } from "#modules/message-templates/public";
import type { TargetUses } from "#modules/targets/public";
import { sharedBusyTime } from "#platform/http/busy-time";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform, ServerModule } from "#platform/server-module";
import { settlePlans } from "./actions/apply-news.ts";
import { withdrawApprovals } from "./actions/withdraw-approvals.ts";
import { startBroadcasts } from "./jobs.ts";
import { isEmailTemplateUsed, isListUsed, isTemplateUsed } from "./queries/lead-plans.ts";
import { planNames } from "./queries/plans.ts";
import { bindPlanRoutes } from "./routes/plans.ts";
import { serveLinks, serveMailNotices } from "./routes/without-sign-in.ts";

export { forgetRecipients } from "./actions/forget-recipients.ts";
export { limitNear, planStopped } from "./events.ts";
export { countStartedPlans, findPlans } from "./queries/plans.ts";

/** Prevents the removal of recipient lists that a plan still needs, and names the plans that their rules refer to. */
export const listsOfPlans: TargetUses = { isUsed: isListUsed, planNames };

/** Prevents the removal of templates that a plan still sends. */
export const templatesOfPlans: MessageTemplateUses = { isUsed: isTemplateUsed };

/** Prevents the removal of e-mail templates that a plan still needs, and requires new approval of changed ones. */
export const emailTemplatesOfPlans: EmailTemplateUses = {
  isUsed: isEmailTemplateUsed,
  contentChanged: withdrawApprovals,
};

/** Broadcast plans: their calls, and in a worker the loops that start them, send for them and update their figures. */
export function broadcastPlansModule(platform: Platform, providers: readonly MessagingProvider[]): ServerModule {
  const { PROCESS: name, serving } = platform.settings;
  // `npm start` has one process, so there are no others to inform.
  const people = sharedBusyTime(platform.db, { tells: serving || name !== "all" });
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
    schedule: [{ name: "broadcast charges", everySeconds: 60, run: (stop) => settlePlans(platform, stop) }],
  };
}
