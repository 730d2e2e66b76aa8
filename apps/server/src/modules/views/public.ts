import type { Platform, ServerModule } from "#platform/server-module";
import { bindViewRoutes } from "./routes.ts";

/** Saved views: filters of a screen that a person saves, shares, or makes the default of a role. */
export function viewsModule(platform: Platform): ServerModule {
  return { name: "views", routes: (bind) => bindViewRoutes(bind, platform) };
}
