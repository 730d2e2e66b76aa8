import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ConversationId, LeadId, RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { QuietHours } from "./quiet-hours.ts";

/** The kinds of notifications, in the order of the settings. */
export const notificationKinds = [
  "lead.assigned",
  "leads.dealt",
  "leads.waiting",
  "lead.reminder",
  "lead.contactsDue",
  "message.received",
  "assistant.handedOver",
  "assistant.stopped",
  "message.notSent",
  "note.mentioned",
  "channel.stopped",
  "channel.warned",
  "broadcast.stopped",
  "broadcast.limitNear",
  "plan.limitNear",
  "plan.limitReached",
  "notice.published",
  "import.finished",
  "handover.finished",
  "role.changed",
  "session.newPlace",
  "backup.late",
  "disk.filling",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const ways = ["app", "sound", "mail"] as const;
export type NotificationWay = (typeof ways)[number];

/** How a person is notified of one kind: in the app, by a sound, by e-mail. */
const Choice = z.object({ app: z.boolean(), sound: z.boolean(), mail: z.boolean() });
export type NotificationChoice = z.infer<typeof Choice>;

/** What holds until a person has chosen. */
export const defaultChoices: Readonly<Record<NotificationKind, NotificationChoice>> = {
  "lead.assigned": { app: true, sound: true, mail: true },
  "leads.dealt": { app: true, sound: true, mail: true },
  "leads.waiting": { app: true, sound: true, mail: false },
  "lead.reminder": { app: true, sound: true, mail: false },
  "lead.contactsDue": { app: true, sound: false, mail: false },
  "message.received": { app: true, sound: true, mail: false },
  "assistant.handedOver": { app: true, sound: true, mail: false },
  "assistant.stopped": { app: true, sound: true, mail: true },
  "message.notSent": { app: true, sound: true, mail: true },
  "note.mentioned": { app: true, sound: true, mail: false },
  "channel.stopped": { app: true, sound: true, mail: true },
  "channel.warned": { app: true, sound: true, mail: true },
  "broadcast.stopped": { app: true, sound: true, mail: true },
  "broadcast.limitNear": { app: true, sound: false, mail: true },
  "plan.limitNear": { app: true, sound: false, mail: true },
  "plan.limitReached": { app: true, sound: true, mail: true },
  "notice.published": { app: true, sound: true, mail: false },
  "import.finished": { app: true, sound: false, mail: false },
  "handover.finished": { app: true, sound: false, mail: true },
  "role.changed": { app: true, sound: false, mail: false },
  "session.newPlace": { app: true, sound: false, mail: true },
  "backup.late": { app: true, sound: false, mail: true },
  "disk.filling": { app: true, sound: false, mail: true },
};

/**
 * What is not for choice: notices are always shown, a hand-over is always mailed, and a sign-in from a new place is both.
 */
export const fixedWays: Readonly<Partial<Record<NotificationKind, readonly NotificationWay[]>>> = {
  "notice.published": ["app"],
  "handover.finished": ["mail"],
  "session.newPlace": ["app", "mail"],
};

/** A mail about a message leaves when the message has waited this long unread. */
export const messageMailMinutes = 10;

const Choices = z.object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, Choice])) as Record<NotificationKind, typeof Choice>,
);

const NotificationRow = z.object({
  recordID: RecordId,
  kind: z.enum(notificationKinds),
  /** How many things of the kind it stands for, such as messages of one conversation. */
  count: z.number().int(),
  /** When the last of them happened. */
  time: z.string(),
  isRead: z.boolean(),
  /** The lead that it is about, as long as the reader may see it. */
  lead: z.object({ leadId: LeadId, nickname: z.string() }).nullable(),
  conversationId: ConversationId.nullable(),
  /** Other things that its text names, by name: `{ saved: 120, failed: 3 }`. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type NotificationRow = z.infer<typeof NotificationRow>;

const Preferences = z.object({ choices: Choices, quietHours: QuietHours.nullable() });

export const notifications = {
  page: endpoint("GET /api_basic/Notification/page", {
    summary: "The caller's notifications of the last 90 days, latest first.",
    access: "session",
    request: PageRequest.extend({ isRead: z.coerce.number().int().min(0).max(1).optional() }),
    response: pageOf(NotificationRow),
  }),
  read: endpoint("PUT /api_basic/Notification/{id}/read", {
    summary: "Marks one of the caller's notifications as read.",
    access: "session",
    request: z.object({ id: RecordId }),
    response: z.null(),
  }),
  readAll: endpoint("PUT /api_basic/Notification/read-all", {
    summary: "Marks all of the caller's notifications as read.",
    access: "session",
    request: z.object({}),
    response: z.null(),
  }),
  preferences: endpoint("GET /api_basic/Notification/preferences", {
    summary: "The caller's notification settings and quiet hours.",
    access: "session",
    request: z.object({}),
    response: Preferences.extend({
      /** Where their mails go. */
      email: z.string(),
      /** The zone that quiet hours are meant in: that of the branch where they were last saved. */
      timeZone: z.string(),
    }),
  }),
  savePreferences: endpoint("PUT /api_basic/Notification/preferences", {
    summary: "Changes the caller's notification settings.",
    access: "session",
    request: Preferences,
    response: z.null(),
  }),
};
