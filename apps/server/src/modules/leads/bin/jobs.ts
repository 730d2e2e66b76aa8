import { hourlyRemoval, type ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Platform } from "#platform/server-module";
import { removeOldBulks } from "../bulk/actions/undo-bulk.ts";
import type { FindLeadFiles } from "../port.ts";
import { eraseDeletedLeads } from "./actions/erase-deleted-leads.ts";

/** Erases what has been in the bin too long, and bulk changes that nobody can take back any more. */
export function leadUpkeep(platform: Platform, findFiles: readonly FindLeadFiles[]): readonly ScheduledWork[] {
  return [
    {
      name: "deleted leads",
      everySeconds: 3600,
      run: (stop) => eraseDeletedLeads(platform, findFiles, () => stop.aborted),
    },
    hourlyRemoval("bulk changes", () => removeOldBulks(platform.db)),
  ];
}
