import { AccountId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** A hand-over is done: these people have received leads and are notified. */
export const handOverFinished = defineEvent(
  "hand-over.finished",
  z.object({ handOverId: RecordId, receivers: z.array(AccountId) }),
);
