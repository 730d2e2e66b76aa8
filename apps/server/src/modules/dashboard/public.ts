import { hourlyRemoval, type ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { foldFigures } from "./actions/fold-figures.ts";
import { mailFigures } from "./actions/mail-figures.ts";
import { bindDashboardRoutes, serveWeeklyMailLink } from "./routes/dashboard.ts";

/**
 * The landing screen: the figures of the centre, and what to set up next. Workers merge figures and
 * mail last week's to subscribers.
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
