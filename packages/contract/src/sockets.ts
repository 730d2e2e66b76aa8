import { z } from "zod";
import { AccountId, BranchId, ConversationId, LeadId, MessageId, OrganizationId, RecordId } from "./ids.ts";
import { notificationKinds } from "./notifications.ts";

/** Path of the socket.io server. The handshake's `auth` carries `accessToken`. */
export const socketPath = "/api_chat/socket";

/**
 * A client that read its rights and lists before its first connection sends in the handshake how many milliseconds ago it
 * began (`rightsReadMsAgo`), and receives the changes of rights, leads and conversations since. What was read longer ago
 * than this, the client reads again by itself.
 */
export const maxRightsGapMs = 60_000;

/** Why a session was ended, if the person should know: its branch or organisation was closed. */
export const endReasons = ["branchClosed", "organizationClosed"] as const;
export type EndReason = (typeof endReasons)[number];

/** What the server tells a client: what changed and its version, never the content, which the client asks for if it shows it. */
export const socketEvents = {
  "conversation.changed": z.object({ conversationId: ConversationId, leadId: LeadId, version: z.number().int() }),
  "message.changed": z.object({
    conversationId: ConversationId,
    messageId: MessageId,
    version: z.number().int(),
    /** True when the message is a new one from a customer. */
    inbound: z.boolean(),
    /** The person in charge of the customer, who is notified of a new message first. */
    holders: z.array(AccountId),
  }),
  /** Broadcast messages went out or changed state. No list changes its order for them; only an open conversation shows it. */
  "conversations.changed": z.object({
    changes: z.array(z.object({ conversationId: ConversationId, version: z.number().int() })),
  }),
  /** Somebody opened or left a conversation, or began or stopped typing in it. */
  "presence.changed": z.object({ conversationId: ConversationId }),
  /** A notice for this person was published, revoked or read by them. */
  "notice.changed": z.object({ noticeId: RecordId, published: z.boolean() }),
  /** The person's notifications changed: some arrived (`arrived`), or were read. */
  "notification.changed": z.object({ kind: z.enum(notificationKinds).nullable(), arrived: z.boolean() }),
  /** The assistant's suggestion or actions in a conversation changed. */
  "assistant.changed": z.object({ conversationId: ConversationId }),
  "lead.changed": z.object({ leadId: LeadId, version: z.number().int() }),
  /** A large number of leads were added, changed or removed at once. Their ids are not sent: lists reload. */
  "leads.changed": z.object({}),
  /** An order was made or changed, or something happened to it. */
  "order.changed": z.object({ orderID: z.string() }),
  /** One of the organisation's own lists (by ProjectID) or its lead channels (`channels`) changed: choices reload. */
  "choices.changed": z.object({ list: z.string() }),
  /** A person of the organisation was added, changed or removed: choices of people reload. */
  "staff.changed": z.object({ recordsn: AccountId }),
  /** A branch was opened, renamed, closed or deleted. */
  "branch.changed": z.object({ branchId: BranchId }),
  /** The organisation's own data or its state changed, or its deletion was asked for or withdrawn. */
  "organization.changed": z.object({ organizationId: OrganizationId }),
  /** The session ended (sign-out, password or role change): the client fetches its user info again or signs in. */
  "session.changed": z.object({ ended: z.boolean(), reason: z.enum(endReasons).optional() }),
  /** The menu of the whole product changed: every client reloads it, each after a different short delay. */
  "menus.changed": z.object({}),
} as const;
export type SocketEvent = keyof typeof socketEvents;
export type SocketPayload<Event extends SocketEvent> = z.infer<(typeof socketEvents)[Event]>;
