import { z } from "zod";
import { ConversationId, LeadId, MessageId } from "./ids.ts";

/** Path of the socket.io server. The handshake's `auth` carries `accessToken`. */
export const socketPath = "/api_chat/socket";

/** What the server tells a client: what changed and its version, never the content, which the client asks for if it shows it. */
export const socketEvents = {
  "conversation.changed": z.object({ conversationId: ConversationId, leadId: LeadId, version: z.number().int() }),
  "message.changed": z.object({
    conversationId: ConversationId,
    messageId: MessageId,
    version: z.number().int(),
    /** True when the message is a new one from a customer. */
    inbound: z.boolean(),
  }),
  "lead.changed": z.object({ leadId: LeadId, version: z.number().int() }),
  /** The session ended (sign-out, password or role change): the client fetches its user info again or signs in. */
  "session.changed": z.object({ ended: z.boolean() }),
} as const;
export type SocketEvent = keyof typeof socketEvents;
export type SocketPayload<Event extends SocketEvent> = z.infer<(typeof socketEvents)[Event]>;
