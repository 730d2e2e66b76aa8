import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import { runParts } from "#platform/runs/run";
import type { Platform, ServerModule } from "#platform/server-module";
import { handOverRun, handOverWork } from "./actions/carry-on-hand-over.ts";
import { removeOldMoves } from "./actions/return-handed-over.ts";
import { bindHandOverRoutes } from "./routes.ts";

export { handOverFinished } from "./events.ts";

/** Hand-overs: a person's leads go to others, and the person may leave. */
export function handOverModule(platform: Platform): ServerModule {
  return {
    name: "hand-over",
    routes: (bind) => bindHandOverRoutes(bind, platform),
    ...runParts(platform, handOverRun, handOverWork(platform)),
    schedule: [hourlyRemoval("leads of hand-overs", () => removeOldMoves(platform.db))],
  };
}
