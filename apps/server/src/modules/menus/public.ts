import type { Platform, ServerModule } from "#platform/server-module";
import { bindMenuRoutes } from "./routes.ts";

export { grantMenus } from "./actions/grant-menus.ts";
export { importMenus } from "./actions/import-menus.ts";

/** The menu: one tree for the whole product, given out by role. */
export function menusModule(platform: Platform): ServerModule {
  return { name: "menus", routes: (bind) => bindMenuRoutes(bind, platform) };
}
