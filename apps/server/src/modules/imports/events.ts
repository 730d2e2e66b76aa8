import { AccountId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { importKinds } from "@homeroom/contract/imports";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** An import, or its undo, has to be carried on: at once, or later in case that whoever is at it now should not finish. */
export const importStarted = defineEvent(
  "import.started",
  z.object({ organizationId: OrganizationId, importId: RecordId, delaySeconds: z.number().int() }),
);

/** A large import has saved its rows; whoever began it has gone on to something else meanwhile. */
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
