import { BranchId, OrganizationId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import { defineJob, handler, type JobHandler } from "#platform/jobs/job";
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
