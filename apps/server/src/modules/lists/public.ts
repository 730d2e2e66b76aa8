import type { Platform, ServerModule } from "#platform/server-module";
import { bindListRoutes, type CountUses } from "./routes.ts";

export { createDefaultLists } from "./actions/create-default-lists.ts";
export { channelByCode, channelsByIds, channelsOf, itemByCode, itemsByIds, itemsOf } from "./queries.ts";
export type { CountUses } from "./routes.ts";
export type { DefaultChannel } from "./rules.ts";

/** The organisation's own lists (tags, results, statuses, …) and lead channels. `countUses` counts the leads of an item. */
export function listsModule(platform: Platform, countUses: CountUses = async () => new Map()): ServerModule {
  return { name: "lists", routes: (bind) => bindListRoutes(bind, platform, countUses) };
}
