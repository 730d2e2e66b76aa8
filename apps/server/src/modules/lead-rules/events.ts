import { RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** A rule has decided on leads of which it tells somebody by mail. */
export const ruleAddressesDue = defineEvent("lead-rule.decided", z.object({ ruleId: RecordId }));
