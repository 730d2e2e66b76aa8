import type { Platform, ServerModule } from "#platform/server-module";
import { everybody, publishMenuChange } from "./events.ts";
import { bindMenuRoutes } from "./routes.ts";

export { importMenus } from "./actions/import-menus.ts";
export { giveMenus, grantMenus } from "./actions/role-menus.ts";
export { menuEntries, menuIdsOfRole, menuPaths, menusOfRole } from "./queries.ts";

/** The menu: one tree for the whole product, granted by role. */
export function menusModule(platform: Platform): ServerModule {
  return {
    name: "menus",
    routes: (bind) => bindMenuRoutes(bind, platform),
    reactions: [publishMenuChange],
    rooms: () => [everybody],
  };
}
