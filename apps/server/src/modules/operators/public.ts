import type { Platform, ServerModule } from "#platform/server-module";
import { bindOperatorRoutes } from "./routes.ts";

/** The tasks of the product's operators: centres and their accounts, and ads placed for centres. */
export function operatorsModule(platform: Platform): ServerModule {
  return { name: "operators", routes: (bind) => bindOperatorRoutes(bind, platform) };
}
