import { AccountId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

const About = z.object({
  noticeId: RecordId,
  version: z.number().int(),
  /** Its recipients; null: everyone of the organisation. */
  accountIds: z.array(AccountId).nullable(),
});

export const noticePublished = defineEvent("notice.published", About);

/** Revoked: its recipients can no longer see it. */
export const noticeRevoked = defineEvent("notice.revoked", About);

/** A person has read one or all of their notices: their other windows are notified. */
export const noticeRead = defineEvent("notice.read", z.object({ noticeId: RecordId, accountId: AccountId }));
