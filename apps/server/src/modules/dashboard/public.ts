import type { Platform, ServerModule } from "#platform/server-module";
import { bindDashboardRoutes } from "./routes.ts";

/** The landing screen: for now what to set up next. */
export function dashboardModule(platform: Platform): ServerModule {
  return { name: "dashboard", routes: (bind) => bindDashboardRoutes(bind, platform) };
}
