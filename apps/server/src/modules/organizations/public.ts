import type { Platform, ServerModule } from "#platform/server-module";
import { bindBranchRoutes } from "./routes.ts";

export { branchById, branchesOf, organizationOf, timeZoneOf } from "./queries.ts";

/** The organisation and its branches. */
export function organizationsModule(platform: Platform): ServerModule {
  return { name: "organizations", routes: (bind) => bindBranchRoutes(bind, platform) };
}
