import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, request } from "#platform/jobs/job";
import { carryOnImport } from "./actions/carry-on-import.ts";
import type { Imports } from "./actions/imports.ts";

/** Carries an import on, a slice at a time: whatever stops it, the next try goes on where the last batch ended. */
export const carryOnImportJob = defineJob(
  "carry-on-import",
  z.object({ organizationId: OrganizationId, importId: RecordId }),
  { retryLimit: 10, retryDelaySeconds: 5, expireInSeconds: 120, concurrency: 1 },
);

/** What has been read is read again when a slice goes on: long slices read less. */
const sliceMs = 45_000;

export function importJobs(imports: Imports): readonly JobHandler[] {
  return [
    handler(carryOnImportJob, async (data, signal) => {
      const scope = organizationScope(data.organizationId);
      const until = { signal, deadline: Date.now() + sliceMs };
      const state = await carryOnImport(imports, scope, data.importId, until);
      if (state === "unfinished") await imports.platform.enqueue([request(carryOnImportJob, data)]);
    }),
  ];
}
