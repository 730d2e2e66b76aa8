import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { emptyOldEntries } from "./intake/actions/empty-old-entries.ts";
import { takeFromVisitors } from "./intake/routes.ts";
import { landingJobs } from "./jobs.ts";
import { landingReactions } from "./reactions.ts";
import { bindLandingPageRoutes } from "./routes.ts";
import { livePages } from "./serving/queries/live-pages.ts";
import { servePages } from "./serving/routes.ts";
import { bindLandingWebhookRoutes } from "./webhook/routes.ts";

export { type Visit, visitsOfLead } from "./intake/queries.ts";
export { categoriesOfPages } from "./queries/list-uses.ts";
export { loadPage, namesOfPages } from "./queries/pages.ts";

/** Landing pages: made by staff, shown to visitors at an address of their own, and a source of leads. */
export function landingPagesModule(platform: Platform): ServerModule {
  return {
    name: "landing-pages",
    routes(bind) {
      bindLandingPageRoutes(bind, platform);
      bindLandingWebhookRoutes(bind, platform);
    },
    async callbacks(app) {
      const find = livePages(platform.db);
      await app.register(async (scope) => {
        servePages(scope, platform, find);
        takeFromVisitors(scope, platform, find);
      });
    },
    jobs: landingJobs(platform),
    reactions: landingReactions,
    schedule: [hourlyRemoval("landing entries", () => emptyOldEntries(platform.db))],
  };
}
