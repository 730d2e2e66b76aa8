import type { Platform, ServerModule } from "#platform/server-module";
import { publishChoicesChange } from "./events.ts";
import type { ListUses, OtherUses } from "./port.ts";
import { bindListRoutes } from "./routes.ts";

export { addMissingChannels, addMissingItems } from "./actions/add-missing.ts";
export { createDefaultLists } from "./actions/create-default-lists.ts";
export type { ListUses, OtherUses } from "./port.ts";
export {
  channelByCode,
  channelsByIds,
  channelsOf,
  itemByCode,
  itemsByIds,
  itemsOf,
  lockChannels,
  lockItems,
} from "./queries.ts";
export type { DefaultChannel } from "./rules.ts";

/**
 * The organisation's own lists (tags, results, statuses, …), its lead channels and campaign links. `others` report what else
 * uses a channel or an item, so that it is not removed.
 */
export function listsModule(platform: Platform, uses: ListUses, others: readonly OtherUses[] = []): ServerModule {
  return {
    name: "lists",
    routes: (bind) => bindListRoutes(bind, platform, { uses, others }),
    reactions: [publishChoicesChange],
  };
}
