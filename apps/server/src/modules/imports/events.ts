import { AccountId, RecordId } from "@homeroom/contract/ids";
import { importKinds } from "@homeroom/contract/imports";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** A large import has saved its rows; its author may be on another screen by now. */
export const importFinished = defineEvent(
  "import.finished",
  z.object({
    importId: RecordId,
    accountId: AccountId,
    kind: z.enum(importKinds).default("staff"),
    saved: z.number().int(),
    invalid: z.number().int(),
  }),
);
