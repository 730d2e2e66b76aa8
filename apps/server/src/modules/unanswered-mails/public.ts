import { organizationsThatMail } from "#modules/chat-settings/public";
import { organizationScope } from "#platform/db/scope";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { mailUnanswered } from "./actions/mail-unanswered.ts";

/** Mails about customers who wait for an answer. */
export function unansweredMailsModule(platform: Platform): ServerModule {
  return { name: "unanswered-mails", schedule: [waitingCustomers(platform)] };
}

function waitingCustomers(platform: Platform): ScheduledWork {
  return {
    name: "waiting customers",
    everySeconds: 30,
    async run(stop) {
      for (const organizationId of await organizationsThatMail(platform.db)) {
        if (stop.aborted) return;
        await mailUnanswered(platform, organizationScope(organizationId), () => stop.aborted);
      }
    },
  };
}
