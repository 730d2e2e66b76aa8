import { leadAssigned, leadsHandedOver, leadsMoved } from "#modules/leads/public";
import { sessionEnded } from "#modules/sign-in/public";
import { rowRooms } from "#platform/db/row-filter";
import { request } from "#platform/jobs/job";
import { type EventMeta, type Reaction, reaction } from "#platform/outbox/events";
import {
  type Audience,
  channelConnected,
  contactUnnamed,
  conversationChanged,
  conversationRead,
  conversationSnoozed,
  fileExpected,
  messageChanged,
  messageQueued,
  messageScheduled,
  messagesChanged,
  presenceChanged,
  reactionGiven,
} from "./events.ts";
import {
  deliverConversationJob,
  endHoldsJob,
  followLeadJob,
  followLeadsJob,
  introduceContactJob,
  markReadJob,
  replayUnclaimedJob,
  requestMedia,
  sendReactionJob,
  sendScheduledJob,
  wakeConversationJob,
} from "./jobs.ts";

const rememberedMs = 15_000;

/** The effects of the inbox's events, and of leads that change hands. */
export const inboxReactions: readonly Reaction[] = [
  reaction({
    event: messageChanged,
    sockets: ({ conversationId, messageId, version, inbound, ...audience }, meta) => {
      const holders = [audience.salesId, audience.tutorId].filter((id) => id !== null);
      const payload = { conversationId, messageId, version, inbound, holders };
      return [{ rooms: roomsOf(audience, meta), event: "message.changed", payload }];
    },
  }),
  // Separate from the message itself, which plays a sound: sent late as well, it would play twice.
  reaction({
    event: messageChanged,
    late: "own",
    sockets: ({ conversationId, leadId, version, ...audience }, meta) => [
      { rooms: roomsOf(audience, meta), event: "conversation.changed", payload: { conversationId, leadId, version } },
    ],
  }),
  reaction({
    event: messagesChanged,
    sockets: ({ changes, ...audience }, meta) => [
      { rooms: roomsOf(audience, meta), event: "conversations.changed", payload: { changes } },
    ],
  }),
  reaction({
    event: conversationChanged,
    late: "own",
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
    jobs: ({ messageId }, { organizationId }) => [requestMedia({ organizationId, messageId })],
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
    event: reactionGiven,
    jobs: ({ messageId }, { organizationId }) => [request(sendReactionJob, { organizationId, messageId })],
  }),
  reaction({
    event: messageScheduled,
    jobs: ({ scheduledId, sendAt }, { organizationId }) => [
      request(sendScheduledJob, { organizationId, scheduledId }, new Date(sendAt)),
    ],
  }),
  reaction({
    event: conversationSnoozed,
    jobs: ({ conversationId, until }, { organizationId }) => [
      request(wakeConversationJob, { organizationId, conversationId }, new Date(until)),
    ],
  }),
  reaction({
    event: presenceChanged,
    sockets: ({ conversationId, ...audience }, meta) => [
      { rooms: roomsOf(audience, meta), event: "presence.changed", payload: { conversationId } },
    ],
  }),
  reaction({
    event: channelConnected,
    jobs: ({ channelId }, { organizationId }) => [
      request(replayUnclaimedJob, { organizationId, channelId }),
      // Webhooks cache for some seconds that the channel did not exist.
      request(replayUnclaimedJob, { organizationId, channelId }, new Date(Date.now() + rememberedMs)),
    ],
  }),
  reaction({
    event: sessionEnded,
    jobs: ({ sessionId }, { organizationId }) => [request(endHoldsJob, { organizationId, sessionId })],
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
