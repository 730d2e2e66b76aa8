import { BranchId, OrganizationId } from "@homeroom/contract/ids";
import { z } from "zod";
import { contactFollowed } from "#modules/inbox/public";
import { organizationScope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import { defineJob, handler, type JobHandler, request } from "#platform/jobs/job";
import { type Reaction, reaction } from "#platform/outbox/events";
import { welcomeFriend } from "./actions/send-welcome.ts";

/** The free answer is good for a minute only: it is tried again soon. */
export const welcomeFriendJob = defineJob(
  "welcome-friend",
  z.object({ organizationId: OrganizationId, contactId: z.uuid(), branchId: BranchId }),
  { retryLimit: 8, retryDelaySeconds: 1 },
);

export function channelJobs(db: Database): readonly JobHandler[] {
  return [
    handler(welcomeFriendJob, ({ organizationId, contactId, branchId }) =>
      welcomeFriend(db, organizationScope(organizationId), { contactId, branchId }),
    ),
  ];
}

/** Who adds an account is welcomed. */
export const channelReactions: readonly Reaction[] = [
  reaction({
    event: contactFollowed,
    jobs: ({ contactId, branchId }, { organizationId }) => [
      request(welcomeFriendJob, { organizationId, contactId, branchId }),
    ],
  }),
];
