import { AccountId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** A rule that sends mails has decided about leads. */
export const ruleAddressesDue = defineEvent("lead-rule.decided", z.object({ ruleId: RecordId }));

/** Leads of a rule that leaves them to staff wait for assignment; these people can assign them. */
export const leadsWaiting = defineEvent(
  "lead-rule.leads-waiting",
  z.object({
    ruleId: RecordId,
    people: z.array(AccountId),
    count: z.number().int(),
    /** Grows with every such event of the rule. */
    version: z.number().int(),
  }),
);
