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
  "order.partDue",
  "order.paid",
  "order.toCheck",
  "message.received",
  "assistant.handedOver",
  "assistant.stopped",
  "message.notSent",
  "note.mentioned",
  "channel.stopped",
  "channel.warned",
  "channel.refused",
  "broadcast.stopped",
  "broadcast.limitNear",
  "plan.limitNear",
  "plan.limitReached",
  "plan.notRenewed",
  "notice.published",
  "import.finished",
  "handover.finished",
  "role.changed",
  "session.newPlace",
  "backup.late",
  "disk.filling",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const ways = ["app", "sound", "mail", "push"] as const;
export type NotificationWay = (typeof ways)[number];

/** How a person is notified of one kind: in the app, by a sound, by e-mail, on the phones that they have added. */
const Choice = z.object({ app: z.boolean(), sound: z.boolean(), mail: z.boolean(), push: z.boolean().optional() });
export type NotificationChoice = Required<z.infer<typeof Choice>>;

const usualWays: Readonly<Record<NotificationKind, Omit<NotificationChoice, "push">>> = {
  "lead.assigned": { app: true, sound: true, mail: true },
  "leads.dealt": { app: true, sound: true, mail: true },
  "leads.waiting": { app: true, sound: true, mail: false },
  "lead.reminder": { app: true, sound: true, mail: false },
  "lead.contactsDue": { app: true, sound: false, mail: false },
  "order.partDue": { app: true, sound: false, mail: false },
  "order.paid": { app: true, sound: false, mail: false },
  "order.toCheck": { app: true, sound: true, mail: false },
  "message.received": { app: true, sound: true, mail: false },
  "assistant.handedOver": { app: true, sound: true, mail: false },
  "assistant.stopped": { app: true, sound: true, mail: true },
  "message.notSent": { app: true, sound: true, mail: true },
  "note.mentioned": { app: true, sound: true, mail: false },
  "channel.stopped": { app: true, sound: true, mail: true },
  "channel.warned": { app: true, sound: true, mail: true },
  "channel.refused": { app: true, sound: true, mail: true },
  "broadcast.stopped": { app: true, sound: true, mail: true },
  "broadcast.limitNear": { app: true, sound: false, mail: true },
  "plan.limitNear": { app: true, sound: false, mail: true },
  "plan.limitReached": { app: true, sound: true, mail: true },
  "plan.notRenewed": { app: true, sound: true, mail: true },
  "notice.published": { app: true, sound: true, mail: false },
  "import.finished": { app: true, sound: false, mail: false },
  "handover.finished": { app: true, sound: false, mail: true },
  "role.changed": { app: true, sound: false, mail: false },
  "session.newPlace": { app: true, sound: false, mail: true },
  "backup.late": { app: true, sound: false, mail: true },
  "disk.filling": { app: true, sound: false, mail: true },
};

/** The defaults until a person has chosen. Kinds with a sound are pushed to phones too. */
export const defaultChoices = Object.fromEntries(
  notificationKinds.map((kind) => [kind, { ...usualWays[kind], push: usualWays[kind].sound }]),
) as Readonly<Record<NotificationKind, NotificationChoice>>;

/** What cannot be switched off: notices are always shown, a hand-over is always mailed, a sign-in from a new place is both. */
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
  /** How many items it stands for, such as messages of one conversation. */
  count: z.number().int(),
  /** When the last of them happened. */
  time: z.string(),
  isRead: z.boolean(),
  /** The lead that it is about, if the reader may see it. */
  lead: z.object({ leadId: LeadId, nickname: z.string() }).nullable(),
  conversationId: ConversationId.nullable(),
  /** Other values in its text, by name: `{ saved: 120, failed: 3 }`. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type NotificationRow = z.infer<typeof NotificationRow>;

const Preferences = z.object({ choices: Choices, quietHours: QuietHours.nullable() });

/** The push services of browsers. Nothing is sent to any other address. */
const pushServices = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
  "notify.windows.com",
] as const;

function isPushService(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username } = new URL(address);
  const isKnown = pushServices.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return protocol === "https:" && port === "" && username === "" && isKnown;
}

const Endpoint = z.string().max(1000).refine(isPushService, { message: "FIELD_INVALID" });
const key = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+={0,2}$/)
    .refine((text) => Math.floor((text.replaceAll("=", "").length * 3) / 4) === bytes, { message: "FIELD_INVALID" });

export const notifications = {
  pushKey: endpoint("GET /api_basic/Notification/push-key", {
    summary: "The key with which browsers accept our push notifications.",
    access: "session",
    request: z.object({}),
    response: z.object({ publicKey: z.string() }),
  }),
  subscribe: endpoint("POST /api_basic/Notification/subscribe", {
    summary:
      "Adds this session's browser to those that get the caller's push notifications, or extends it. Signing out of the session removes it.",
    access: "session",
    request: z.object({ endpoint: Endpoint, keys: z.object({ p256dh: key(65), auth: key(16) }) }),
    response: z.null(),
  }),
  unsubscribe: endpoint("POST /api_basic/Notification/unsubscribe", {
    summary: "Removes a browser from those that get the caller's push notifications. An unknown one is no error.",
    access: "session",
    request: z.object({ endpoint: Endpoint }),
    response: z.null(),
  }),
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
      /** The address of their mails. */
      email: z.string(),
      /** The time zone of the quiet hours: that of the branch where they were last saved. */
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
