import { request } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import { handOverStarted } from "./events.ts";
import { carryOnHandOverJob } from "./jobs.ts";

/** What has been ordered is carried out by a worker. */
export const handOverReactions: readonly Reaction[] = [
  reaction({ event: handOverStarted, jobs: (payload) => [request(carryOnHandOverJob, payload)] }),
];
