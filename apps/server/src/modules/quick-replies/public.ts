import type { Platform, ServerModule } from "#platform/server-module";
import { bindQuickReplyRoutes } from "./routes.ts";

export { picturesOfReplies } from "./queries.ts";

/** Prepared texts that staff insert into conversations: groups and replies, one set for the organisation. */
export function quickRepliesModule(platform: Platform): ServerModule {
  return { name: "quick-replies", routes: (bind) => bindQuickReplyRoutes(bind, platform) };
}
