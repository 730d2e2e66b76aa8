import type { Platform, ServerModule } from "#platform/server-module";
import { bindRoleRoutes } from "./routes.ts";

export { createDefaultRoles } from "./actions/add-role.ts";
export { discountLimitOf, discountLimits, roleName, shownRoleNames } from "./queries.ts";
export { discountOf, roleNames, type SellingRole, shownRoleName, wholePrice } from "./rules.ts";

/** Roles and their rights. */
export function rolesModule(platform: Platform): ServerModule {
  return { name: "roles", routes: (bind) => bindRoleRoutes(bind, platform) };
}
