import type { Platform, ServerModule } from "#platform/server-module";
import type { CountPeople } from "./queries.ts";
import { bindDepartmentRoutes } from "./routes.ts";

/** The departments of an organisation. `countPeople` counts the people in each. */
export function departmentsModule(platform: Platform, countPeople: CountPeople = async () => new Map()): ServerModule {
  return { name: "departments", routes: (bind) => bindDepartmentRoutes(bind, platform, countPeople) };
}
