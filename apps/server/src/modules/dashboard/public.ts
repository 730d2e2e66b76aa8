import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { foldFigures } from "./actions/fold-figures.ts";
import { bindDashboardRoutes } from "./routes.ts";

/** The landing screen: the figures of the centre, and what to set up next. In a worker, figures are added together. */
export function dashboardModule(platform: Platform): ServerModule {
  return {
    name: "dashboard",
    routes: (bind) => bindDashboardRoutes(bind, platform),
    schedule: [hourlyRemoval("figures", () => foldFigures(platform.db))],
  };
}
