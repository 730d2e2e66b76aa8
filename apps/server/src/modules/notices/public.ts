import type { Platform, ServerModule } from "#platform/server-module";
import { noticeJobs } from "./jobs.ts";
import { noticeReactions } from "./reactions.ts";
import { bindNoticeRoutes } from "./routes.ts";

export { picturesOfNotices } from "./queries/notices.ts";

/** Notices of an organisation to its people, and the product's update log. */
export function noticesModule(platform: Platform): ServerModule {
  return {
    name: "notices",
    routes: (bind) => bindNoticeRoutes(bind, platform),
    reactions: noticeReactions,
    jobs: noticeJobs(platform),
  };
}
