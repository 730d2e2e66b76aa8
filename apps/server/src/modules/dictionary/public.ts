import type { Platform, ServerModule } from "#platform/server-module";
import { bindDictionaryRoutes } from "./routes.ts";

export { importDictionary } from "./actions/import-dictionary.ts";

/** Dictionaries: choices shared by all organisations. */
export function dictionaryModule(platform: Platform): ServerModule {
  return { name: "dictionary", routes: (bind) => bindDictionaryRoutes(bind, platform) };
}
