import type { Platform, ServerModule } from "#platform/server-module";
import { bindPaletteRoutes } from "./routes.ts";

/** The search over everything that a person may see, behind Ctrl+K. */
export function paletteModule(platform: Platform): ServerModule {
  return { name: "palette", routes: (bind) => bindPaletteRoutes(bind, platform) };
}
