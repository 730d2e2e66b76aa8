import { AccountId, RecordId } from "@homeroom/contract/ids";
import { notificationKinds } from "@homeroom/contract/notifications";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** Somebody has a new notification; a mail follows for each of `mails` that is still unread by then. */
export const notificationsArrived = defineEvent(
  "notification.arrived",
  z.object({
    accountId: AccountId,
    kind: z.enum(notificationKinds),
    mails: z.array(z.object({ notificationId: RecordId, at: z.iso.datetime() })),
    /** Notifications to push to the person's phones. Events of an earlier release have none. */
    pushes: z.array(RecordId).default([]),
  }),
);

/** Some of a person's notifications were read or withdrawn. */
export const notificationsRead = defineEvent("notification.read", z.object({ accountId: AccountId }));
