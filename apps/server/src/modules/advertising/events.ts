import { RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** A form of an advertisement sent a lead that is to be made. */
export const adLeadReceived = defineEvent("advertising.lead-received", z.object({ adLeadId: RecordId }));
