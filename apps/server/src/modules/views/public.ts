import type { Platform, ServerModule } from "#platform/server-module";
import { bindViewRoutes } from "./routes.ts";

/** Saved views: the filters of a screen that a person keeps, shares, or lets a role start with. */
export function viewsModule(platform: Platform): ServerModule {
  return { name: "views", routes: (bind) => bindViewRoutes(bind, platform) };
}
