import { contactFollowed } from "#modules/inbox/public";
import { request } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import { welcomeFriendJob } from "./jobs.ts";

/** Who adds an account is welcomed. */
export const channelReactions: readonly Reaction[] = [
  reaction({
    event: contactFollowed,
    jobs: ({ contactId, branchId }, { organizationId }) => [
      request(welcomeFriendJob, { organizationId, contactId, branchId }),
    ],
  }),
];
