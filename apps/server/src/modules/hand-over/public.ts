import type { Platform, ServerModule } from "#platform/server-module";
import { handOverJobs } from "./jobs.ts";
import { handOverReactions } from "./reactions.ts";
import { bindHandOverRoutes } from "./routes.ts";

export { handOverFinished } from "./events.ts";

/** Hand-overs: what somebody holds goes to others, and they may leave. */
export function handOverModule(platform: Platform): ServerModule {
  return {
    name: "hand-over",
    routes: (bind) => bindHandOverRoutes(bind, platform),
    jobs: handOverJobs(platform),
    reactions: handOverReactions,
  };
}
