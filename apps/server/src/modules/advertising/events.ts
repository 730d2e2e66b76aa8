import { RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** An advertisement's form sent data from which a lead must be made. */
export const adLeadReceived = defineEvent("advertising.lead-received", z.object({ adLeadId: RecordId }));
