import { AccountId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** A plan was paused automatically, or failed. `people`: the person who made it, if known. */
export const planStopped = defineEvent(
  "broadcast-plan.stopped",
  z.object({ planId: RecordId, name: z.string(), at: z.iso.datetime(), people: z.array(AccountId) }),
);

/** The month's messages have reached a share of the limit. `people`: the people who can change the limit. */
export const limitNear = defineEvent(
  "broadcast-plan.limit-near",
  z.object({
    /** In percent of the limit. */
    level: z.number().int(),
    /** "2026-11": once for each level and month. */
    month: z.string(),
    people: z.array(AccountId),
  }),
);
