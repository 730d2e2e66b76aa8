import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, request } from "#platform/jobs/job";
import type { Platform } from "#platform/server-module";
import { carryOnHandOver } from "./actions/carry-on-hand-over.ts";

/** Carries a hand-over on, a slice at a time: whatever stops it, the next try goes on where the last batch ended. */
export const carryOnHandOverJob = defineJob(
  "carry-on-hand-over",
  z.object({ organizationId: OrganizationId, handOverId: RecordId }),
  { retryLimit: 10, retryDelaySeconds: 5, expireInSeconds: 120, concurrency: 1 },
);

const sliceMs = 20_000;

export function handOverJobs(platform: Platform): readonly JobHandler[] {
  return [
    handler(carryOnHandOverJob, async (data, signal) => {
      const until = { signal, deadline: Date.now() + sliceMs };
      const scope = organizationScope(data.organizationId);
      const state = await carryOnHandOver(platform, scope, data.handOverId, until);
      if (state === "unfinished") await platform.enqueue([request(carryOnHandOverJob, data)]);
    }),
  ];
}
