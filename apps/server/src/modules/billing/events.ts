import { planUses } from "@homeroom/contract/billing";
import { AccountId, RecordId } from "@homeroom/contract/ids";
import { cardProblems } from "@homeroom/contract/linked-card";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** The use of a limit has risen to a step: 80 or 100 percent. `people` can buy more of it. */
export const planUseRose = defineEvent(
  "plan.useRose",
  z.object({
    /** The limit and its step. */
    subjectId: RecordId,
    use: z.enum(planUses),
    level: z.number().int(),
    at: z.iso.datetime(),
    people: z.array(AccountId),
  }),
);

/** The linked card did not renew the plan or cannot, for a reason that a person must resolve. `people` can buy a plan. */
export const planNotRenewed = defineEvent(
  "plan.notRenewed",
  z.object({
    at: z.iso.datetime(),
    people: z.array(AccountId),
    /** Missing in events before December 2026. */
    problem: z.enum(cardProblems).optional(),
  }),
);
