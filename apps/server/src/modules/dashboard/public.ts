import { hourlyRemoval, type ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { foldFigures } from "./actions/fold-figures.ts";
import { mailFigures } from "./actions/mail-figures.ts";
import { bindDashboardRoutes, serveWeeklyMailLink } from "./routes/dashboard.ts";

/**
 * The landing screen: the figures of the centre, and what to set up next. In a worker, figures are added together, and
 * last week's are mailed to their subscribers.
 */
export function dashboardModule(platform: Platform): ServerModule {
  return {
    name: "dashboard",
    routes: (bind) => bindDashboardRoutes(bind, platform),
    callbacks: (app) => serveWeeklyMailLink(app, platform),
    schedule: [hourlyRemoval("figures", () => foldFigures(platform.db)), weeklyFigures(platform)],
  };
}

function weeklyFigures(platform: Platform): ScheduledWork {
  return { name: "weekly figures", everySeconds: 300, run: (stop) => mailFigures(platform, stop) };
}
