import { AccountId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** A rule has decided on leads of which it tells somebody by mail. */
export const ruleAddressesDue = defineEvent("lead-rule.decided", z.object({ ruleId: RecordId }));

/** Leads of a rule that leaves them to people wait for somebody to assign them: these may. */
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
