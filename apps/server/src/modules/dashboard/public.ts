import { startHourlySweep } from "#platform/jobs/hourly-sweep";
import type { Platform, ServerModule } from "#platform/server-module";
import { foldFigures } from "./actions/fold-figures.ts";
import { bindDashboardRoutes } from "./routes.ts";

/** The landing screen: the figures of the centre, and what to set up next. In a worker, figures are added together. */
export function dashboardModule(platform: Platform): ServerModule {
  return {
    name: "dashboard",
    routes: (bind) => bindDashboardRoutes(bind, platform),
    startWork: async () => startHourlySweep(platform, "figures", () => foldFigures(platform.db)),
  };
}
