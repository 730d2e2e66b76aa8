import type { Platform, ServerModule } from "#platform/server-module";
import { bindPasswordResetRoutes } from "./routes.ts";

/** The forgotten password: a code by mail, and a new password with it. */
export function passwordResetModule(platform: Platform): ServerModule {
  return { name: "password-reset", routes: (bind) => bindPasswordResetRoutes(bind, platform) };
}
