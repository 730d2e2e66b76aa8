import { leadAssigned, leadsHandedOver, leadsMoved } from "#modules/leads/public";
import { rowRooms } from "#platform/db/row-filter";
import { request } from "#platform/jobs/job";
import { type EventMeta, type Reaction, reaction, type SocketMessage } from "#platform/outbox/events";
import {
  type Audience,
  contactUnnamed,
  conversationChanged,
  conversationRead,
  fileExpected,
  messageChanged,
  messageQueued,
} from "./events.ts";
import {
  deliverConversationJob,
  fetchMediaJob,
  followLeadJob,
  followLeadsJob,
  introduceContactJob,
  markReadJob,
} from "./jobs.ts";

/** What follows from the inbox's events, and from leads that change hands. */
export const inboxReactions: readonly Reaction[] = [
  reaction({
    event: messageChanged,
    sockets: ({ conversationId, leadId, messageId, version, inbound, ...audience }, meta) => {
      const rooms = roomsOf(audience, meta);
      return [
        { rooms, event: "message.changed", payload: { conversationId, messageId, version, inbound } },
        { rooms, event: "conversation.changed", payload: { conversationId, leadId, version } },
      ] satisfies SocketMessage[];
    },
  }),
  reaction({
    event: conversationChanged,
    sockets: ({ conversationId, leadId, version, before, ...audience }, meta) => {
      const rooms = [...roomsOf(audience, meta), ...(before ? roomsOf(before, meta) : [])];
      return [
        { rooms: [...new Set(rooms)], event: "conversation.changed", payload: { conversationId, leadId, version } },
      ];
    },
  }),
  reaction({
    event: messageQueued,
    jobs: ({ conversationId, notBefore }, { organizationId }) => [
      request(
        deliverConversationJob,
        { organizationId, conversationId },
        notBefore === null ? undefined : new Date(notBefore),
      ),
    ],
  }),
  reaction({
    event: fileExpected,
    jobs: ({ messageId }, { organizationId }) => [request(fetchMediaJob, { organizationId, messageId })],
  }),
  reaction({
    event: contactUnnamed,
    jobs: ({ contactId }, { organizationId }) => [request(introduceContactJob, { organizationId, contactId })],
  }),
  reaction({
    event: conversationRead,
    jobs: ({ conversationId }, { organizationId }) => [request(markReadJob, { organizationId, conversationId })],
  }),
  reaction({
    event: leadAssigned,
    jobs: ({ leadId }, { organizationId }) => [request(followLeadJob, { organizationId, leadId })],
  }),
  reaction({
    event: leadsHandedOver,
    jobs: ({ leads }, { organizationId }) =>
      leads.map(({ leadId }) => request(followLeadJob, { organizationId, leadId })),
  }),
  reaction({
    event: leadsMoved,
    jobs: ({ leadIds }, { organizationId }) => [request(followLeadsJob, { organizationId, leadIds })],
  }),
];

function roomsOf(audience: Audience, { organizationId }: EventMeta): string[] {
  return rowRooms("chat", { ...audience, organizationId });
}
