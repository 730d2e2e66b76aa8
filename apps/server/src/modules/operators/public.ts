import type { Platform, ServerModule } from "#platform/server-module";
import { bindOperatorRoutes } from "./routes.ts";

/** What the people do who run the product: centres and their accounts, and the ads that are placed for them. */
export function operatorsModule(platform: Platform): ServerModule {
  return { name: "operators", routes: (bind) => bindOperatorRoutes(bind, platform) };
}
