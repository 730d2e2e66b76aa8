import { AccountId, LeadId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { notificationKinds } from "@homeroom/contract/notifications";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { defineJob, handler, type JobHandler } from "#platform/jobs/job";
import type { Platform } from "#platform/server-module";
import { collectMessageNews } from "./actions/collect-message-news.ts";
import { mailNotification } from "./actions/mail-notification.ts";
import { notifyOfAssignment, notifyPerson } from "./actions/notify-person.ts";
import { pushNotification } from "./actions/push-notification.ts";
import type { PushSender } from "./port.ts";

/** Processes an organisation's conversations that changed since the last run. */
export const collectMessageNewsJob = defineJob("collect-message-news", z.object({ organizationId: OrganizationId }), {
  retryLimit: 3,
  concurrency: 2,
});

export const notifyOfAssignmentJob = defineJob(
  "tell-assignment",
  z.object({ organizationId: OrganizationId, leadId: LeadId, version: z.number().int(), people: z.array(AccountId) }),
);

/** Notifies one person of an event that consists of its kind and a few figures. */
export const notifyPersonJob = defineJob(
  "tell-person",
  z.object({
    organizationId: OrganizationId,
    accountId: AccountId,
    kind: z.enum(notificationKinds),
    subjectId: z.uuid(),
    version: z.number().int(),
    leadId: LeadId.optional(),
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
);

export const mailNotificationJob = defineJob(
  "mail-notification",
  z.object({ organizationId: OrganizationId, notificationId: RecordId }),
);

/** If a service fails for a few minutes, only the bell shows the notification. */
export const pushNotificationJob = defineJob(
  "push-notification",
  z.object({ organizationId: OrganizationId, notificationId: RecordId }),
  { retryLimit: 3, retryDelaySeconds: 10 },
);

export function notificationJobs(platform: Platform, push: PushSender): readonly JobHandler[] {
  const { db } = platform;
  return [
    handler(collectMessageNewsJob, ({ organizationId }) => collectMessageNews(db, organizationScope(organizationId))),
    handler(notifyOfAssignmentJob, ({ organizationId, ...assignment }) =>
      notifyOfAssignment(db, organizationScope(organizationId), assignment),
    ),
    handler(notifyPersonJob, ({ organizationId, leadId, ...news }) => {
      const scope = organizationScope(organizationId);
      return inTransaction(db, scope, (tx) => notifyPerson(tx, scope, { ...news, ...(leadId && { leadId }) }));
    }),
    handler(mailNotificationJob, ({ organizationId, notificationId }) =>
      mailNotification(platform, organizationScope(organizationId), notificationId),
    ),
    handler(pushNotificationJob, ({ organizationId, notificationId }) =>
      pushNotification({ platform, push }, organizationScope(organizationId), notificationId),
    ),
  ];
}
