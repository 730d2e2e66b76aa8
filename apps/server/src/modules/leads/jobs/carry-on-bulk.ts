import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, request } from "#platform/jobs/job";
import type { Platform } from "#platform/server-module";
import { carryOnBulk } from "../actions/carry-on-bulk.ts";

/** Carries a change of many leads on, a slice at a time: whatever stops it, the next try goes on where the last batch ended. */
export const carryOnBulkJob = defineJob(
  "carry-on-lead-bulk",
  z.object({ organizationId: OrganizationId, bulkId: RecordId }),
  { retryLimit: 10, retryDelaySeconds: 5, expireInSeconds: 120, concurrency: 2 },
);

const sliceMs = 20_000;

export function bulkJobs(platform: Platform): readonly JobHandler[] {
  return [
    handler(carryOnBulkJob, async (data, signal) => {
      const until = { signal, deadline: Date.now() + sliceMs };
      const state = await carryOnBulk(platform, organizationScope(data.organizationId), data.bulkId, until);
      if (state === "unfinished") await platform.enqueue([request(carryOnBulkJob, data)]);
    }),
  ];
}
