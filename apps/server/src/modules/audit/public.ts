import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import { removeOldEntries } from "./actions/record-change.ts";
import { bindLogRoutes, type LogSources } from "./routes.ts";

export { type Change, type Operator, recordChange, recorderOf } from "./actions/record-change.ts";
export { peopleInAudit } from "./queries/entries.ts";

/** The audit log: its calls, and in a worker the removal of entries after 180 days. */
export function auditModule(platform: Platform, around: LogSources): ServerModule {
  return {
    name: "audit",
    routes: (bind) => bindLogRoutes(bind, platform, around),
    schedule: [hourlyRemoval("audit log", () => removeOldEntries(platform.db))],
  };
}
