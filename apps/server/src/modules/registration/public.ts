import type { Platform, ServerModule } from "#platform/server-module";
import { bindRegistrationRoutes } from "./routes.ts";

/** Registering an organisation: the code by mail, and all that a new organisation begins with. */
export function registrationModule(platform: Platform): ServerModule {
  return { name: "registration", routes: (bind) => bindRegistrationRoutes(bind, platform) };
}
