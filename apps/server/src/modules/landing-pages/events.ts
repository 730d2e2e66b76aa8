import { RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** A page's webhook must be called, not before `at`. */
export const deliveryDue = defineEvent(
  "landing.delivery-due",
  z.object({ deliveryId: RecordId, at: z.iso.datetime() }),
);

/** A visitor sent a page's form: its lead must be made. */
export const entryReceived = defineEvent("landing.entry-received", z.object({ entryId: RecordId }));
