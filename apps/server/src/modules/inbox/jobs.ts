import { ChannelId, ConversationId, LeadId, MessageId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { defineJob, handler, type JobHandler, type JobRequest, request } from "#platform/jobs/job";
import { refreshQuota } from "./channels/actions/refresh-quota.ts";
import { introduceContact } from "./contacts/actions/introduce-contact.ts";
import { sendReadReceipt } from "./contacts/actions/send-read-receipt.ts";
import { wakeConversation } from "./conversations/actions/change-state.ts";
import { endHoldsOfSession } from "./conversations/actions/end-holds.ts";
import { followLead, followLeads } from "./conversations/actions/follow-lead.ts";
import { fetchMedia } from "./files/actions/fetch-media.ts";
import type { Inbox } from "./inbox.ts";
import { replayUnclaimed } from "./receiving/actions/replay-unclaimed.ts";
import { deliverNextMessage } from "./sending/actions/deliver-next-message.ts";
import { sendReaction } from "./sending/actions/send-reaction.ts";
import { sendScheduled } from "./sending/actions/send-scheduled.ts";

const OfConversation = z.object({ organizationId: OrganizationId, conversationId: ConversationId });

/** Sends waiting messages of a conversation. Attempts are counted per message; the sweep replaces a lost job. */
export const deliverConversationJob = defineJob("deliver-conversation", OfConversation, {
  concurrency: 8,
  expireInSeconds: 300,
});

const fetchMediaJob = defineJob("fetch-media", z.object({ organizationId: OrganizationId, messageId: MessageId }), {
  retryLimit: 8,
  retryDelaySeconds: 5,
  expireInSeconds: 330,
});

/** Requests the file of a message: one job per half hour, about as long as its tries take. */
export function requestMedia(of: { organizationId: OrganizationId; messageId: MessageId }): JobRequest {
  return { ...request(fetchMediaJob, of), once: { key: `${of.organizationId} ${of.messageId}`, seconds: 1800 } };
}

export const markReadJob = defineJob("mark-read", OfConversation, { retryLimit: 3 });

/** Reopens a snoozed conversation that is due. */
export const wakeConversationJob = defineJob("wake-conversation", OfConversation, { retryLimit: 10 });

export const sendReactionJob = defineJob(
  "send-reaction",
  z.object({ organizationId: OrganizationId, messageId: MessageId }),
  { retryLimit: 5, retryDelaySeconds: 5 },
);

/** Sends a scheduled message. The sweep replaces a lost job. */
export const sendScheduledJob = defineJob(
  "send-scheduled",
  z.object({ organizationId: OrganizationId, scheduledId: RecordId }),
  { retryLimit: 5, retryDelaySeconds: 10 },
);

export const followLeadJob = defineJob("follow-lead", z.object({ organizationId: OrganizationId, leadId: LeadId }), {
  retryLimit: 10,
});

export const followLeadsJob = defineJob(
  "follow-leads",
  z.object({ organizationId: OrganizationId, leadIds: z.array(LeadId) }),
  { retryLimit: 10, expireInSeconds: 300, concurrency: 1 },
);

/** Stores deliveries for a channel from before it was connected. */
export const replayUnclaimedJob = defineJob(
  "replay-unclaimed",
  z.object({ organizationId: OrganizationId, channelId: ChannelId }),
  { retryLimit: 10, expireInSeconds: 300, concurrency: 1 },
);

/** Ends the holds of an ended session. */
export const endHoldsJob = defineJob("end-holds", z.object({ organizationId: OrganizationId, sessionId: RecordId }));

export const introduceContactJob = defineJob(
  "introduce-contact",
  z.object({ organizationId: OrganizationId, contactId: z.uuid() }),
  { retryLimit: 6, retryDelaySeconds: 5 },
);

export const refreshQuotaJob = defineJob(
  "refresh-quota",
  z.object({ organizationId: OrganizationId, channelId: ChannelId }),
  { retryLimit: 3 },
);

export function inboxJobs(inbox: Inbox): readonly JobHandler[] {
  return [
    handler(deliverConversationJob, async ({ organizationId, conversationId }, signal) => {
      const scope = organizationScope(organizationId);
      while (!signal.aborted) if ((await deliverNextMessage(inbox, scope, conversationId)) === "done") return;
      // This process is stopping: another one continues at once, instead of waiting for the sweep.
      await inbox.platform.enqueue([request(deliverConversationJob, { organizationId, conversationId })]);
    }),
    handler(fetchMediaJob, ({ organizationId, messageId }) =>
      fetchMedia(inbox, organizationScope(organizationId), messageId),
    ),
    handler(markReadJob, ({ organizationId, conversationId }) =>
      sendReadReceipt(inbox, organizationScope(organizationId), conversationId),
    ),
    handler(wakeConversationJob, ({ organizationId, conversationId }) =>
      wakeConversation(inbox.platform.db, organizationScope(organizationId), conversationId),
    ),
    handler(endHoldsJob, ({ organizationId, sessionId }) =>
      endHoldsOfSession(inbox.platform.db, organizationScope(organizationId), sessionId),
    ),
    handler(sendReactionJob, ({ organizationId, messageId }) =>
      sendReaction(inbox, organizationScope(organizationId), messageId),
    ),
    handler(sendScheduledJob, ({ organizationId, scheduledId }) =>
      sendScheduled(inbox.platform.db, organizationScope(organizationId), scheduledId),
    ),
    handler(introduceContactJob, async ({ organizationId, contactId }) => {
      const again = await introduceContact(inbox, organizationScope(organizationId), contactId);
      if (again) await inbox.platform.enqueue([request(introduceContactJob, { organizationId, contactId }, again)]);
    }),
    handler(refreshQuotaJob, async ({ organizationId, channelId }) => {
      await refreshQuota(inbox, organizationScope(organizationId), channelId);
    }),
    handler(replayUnclaimedJob, ({ organizationId, channelId }) =>
      replayUnclaimed(inbox, organizationScope(organizationId), channelId),
    ),
    handler(followLeadJob, ({ organizationId, leadId }) =>
      followLead(inbox.platform.db, organizationScope(organizationId), leadId),
    ),
    handler(followLeadsJob, ({ organizationId, leadIds }) =>
      followLeads(inbox.platform.db, organizationScope(organizationId), leadIds),
    ),
  ];
}
