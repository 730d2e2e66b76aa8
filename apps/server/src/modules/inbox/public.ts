import type { LeadConversations } from "#modules/leads/public";
import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { scopeRooms } from "#platform/db/row-filter";
import type { Platform, ServerModule } from "#platform/server-module";
import type { Inbox, InboxTemplates } from "./actions/inbox.ts";
import { findConversations, holdContacts, joinConversations } from "./actions/join-conversations.ts";
import { partConversations } from "./actions/part-conversations.ts";
import { startDrain } from "./drain.ts";
import { inboxJobs } from "./jobs.ts";
import type { MessagingProvider, NoticeHandler } from "./port.ts";
import { inboxReactions } from "./reactions.ts";
import { bindComposerRoutes } from "./routes/composer.ts";
import { bindHoldingRoutes } from "./routes/holding.ts";
import { bindInboxRoutes } from "./routes.ts";
import { startSweep } from "./sweep.ts";

export { changeAccountState } from "./actions/change-account-state.ts";
export type { InboxTemplates, ReadyTemplate } from "./actions/inbox.ts";
export {
  addChannel,
  type ChannelValues,
  changeChannel,
  noteChannelFacts,
  setChannelStatus,
} from "./actions/keep-channel.ts";
export { keepProviderPicture } from "./actions/keep-provider-picture.ts";
export { keepUnclaimed } from "./actions/keep-unclaimed.ts";
export { clearAssistantNote, noteAssistant } from "./actions/note-assistant.ts";
export { refreshQuota } from "./actions/refresh-quota.ts";
export { resendStopped } from "./actions/resend-stopped.ts";
export { liftStop, resumeChannel } from "./actions/resume-channel.ts";
export { changeLineSettings, lockLineChannel, saveLineChannel } from "./actions/save-line-channel.ts";
export { sayAsAssistant } from "./actions/say-as-assistant.ts";
export {
  lockWelcomeContact,
  requireConversationOf,
  sayWelcome,
  type WelcomePart,
  type WelcomeTo,
} from "./actions/say-welcome.ts";
export { stopChannel } from "./actions/stop-channel.ts";
export type { NewDelivery } from "./actions/store-deliveries.ts";
export {
  channelStopped,
  channelWarned,
  colleaguesMentioned,
  contactFollowed,
  conversationFreed,
  conversationRead,
  messageChanged,
  scheduledRefused,
  templateRefused,
} from "./events.ts";
export { createDeliveryIntake, type DeliveryIntake } from "./intake.ts";
export {
  type ChannelAccess,
  type InboundChannel,
  type MessagingProvider,
  type NoticeHandler,
  ProviderFailure,
} from "./port.ts";
export { type AccountNumber, accountNumbers } from "./queries/business-accounts.ts";
export { channelsInScope, type ListedChannel, lockChannelInScope } from "./queries/channel-settings.ts";
export {
  branchOfChannel,
  type CallbackChannel,
  channelById,
  channelDirectory,
  openChannel,
} from "./queries/channels.ts";
export { filesInConversations } from "./queries/conversation-files.ts";
export { findConversation } from "./queries/conversations.ts";
export { countConversationsOf } from "./queries/held-conversations.ts";
export { isHeldByPerson } from "./queries/holds.ts";
export { type ConversationNews, conversationNews } from "./queries/news.ts";
export { peopleInInbox } from "./queries/people-in-inbox.ts";
export { conversationsHeardSince, type Said, type Talk, talkOf } from "./queries/talk.ts";
export { type WaitingCustomer, type WaitingPlace, waitingCustomers } from "./queries/waiting-customers.ts";

/**
 * Conversations with customers over the given providers: their calls, the jobs that send and fetch, and in a worker the
 * loops that process deliveries. `databaseUrl` is where these listen for new ones.
 */
export function inboxModule(
  platform: Platform,
  parts: {
    providers: readonly MessagingProvider[];
    databaseUrl: string;
    noticeHandlers?: readonly NoticeHandler[];
    templates?: InboxTemplates;
  },
): ServerModule {
  const providers = new Map(parts.providers.map((provider) => [provider.kind, provider]));
  const { noticeHandlers, templates } = parts;
  const inbox: Inbox = {
    platform,
    providers,
    ...(noticeHandlers && { noticeHandlers }),
    ...(templates && { templates }),
  };
  return {
    name: "inbox",
    routes(bind) {
      bindInboxRoutes(bind, inbox);
      bindHoldingRoutes(bind, platform);
      bindComposerRoutes(bind, inbox);
    },
    reactions: inboxReactions,
    jobs: inboxJobs(inbox),
    rooms: (actor) => (can(actor, "chat:message:query") ? scopeRooms("chat", scopeOf(actor, "chat:message:all")) : []),
    async startWork() {
      const loops = [startDrain(inbox, parts.databaseUrl), startSweep(platform)];
      return {
        async stop() {
          await Promise.all(loops.map((loop) => loop.stop()));
        },
      };
    },
  };
}

/** What becomes of conversations when leads turn out to be one person, or two after all. */
export const leadConversations: LeadConversations = {
  hold: holdContacts,
  join: joinConversations,
  part: partConversations,
  find: findConversations,
};
