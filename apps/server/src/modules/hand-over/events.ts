import { AccountId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** A hand-over has been ordered and is to be carried out. */
export const handOverStarted = defineEvent(
  "hand-over.started",
  z.object({ organizationId: OrganizationId, handOverId: RecordId }),
);

/** A hand-over is done: these people have received leads, and are told so. */
export const handOverFinished = defineEvent(
  "hand-over.finished",
  z.object({ handOverId: RecordId, receivers: z.array(AccountId) }),
);
