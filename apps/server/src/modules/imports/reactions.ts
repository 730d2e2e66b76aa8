import { request } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import { importStarted } from "./events.ts";
import { carryOnImportJob } from "./jobs.ts";

/** What has begun is carried on by a worker, whatever becomes of the process that began it. */
export const importReactions: readonly Reaction[] = [
  reaction({
    event: importStarted,
    jobs: ({ organizationId, importId, delaySeconds }) => [
      request(carryOnImportJob, { organizationId, importId }, new Date(Date.now() + delaySeconds * 1000)),
    ],
  }),
];
