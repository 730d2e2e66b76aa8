import type { LeadConversations } from "#modules/leads/public";
import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { scopeRooms } from "#platform/db/row-filter";
import type { Platform, ServerModule } from "#platform/server-module";
import type { Inbox } from "./actions/inbox.ts";
import { findConversations, holdContacts, joinConversations } from "./actions/join-conversations.ts";
import { partConversations } from "./actions/part-conversations.ts";
import { startDrain } from "./drain.ts";
import { inboxJobs } from "./jobs.ts";
import type { MessagingProvider } from "./port.ts";
import { inboxReactions } from "./reactions.ts";
import { bindInboxRoutes } from "./routes.ts";
import { startSweep } from "./sweep.ts";

export { keepProviderPicture } from "./actions/keep-provider-picture.ts";
export { refreshQuota } from "./actions/refresh-quota.ts";
export { resumeChannel } from "./actions/resume-channel.ts";
export { changeLineSettings, lockLineChannel, saveLineChannel } from "./actions/save-line-channel.ts";
export {
  lockWelcomeContact,
  requireConversationOf,
  sayWelcome,
  type WelcomePart,
  type WelcomeTo,
} from "./actions/say-welcome.ts";
export type { NewDelivery } from "./actions/store-deliveries.ts";
export { contactFollowed, conversationRead, messageChanged } from "./events.ts";
export { createDeliveryIntake, type DeliveryIntake } from "./intake.ts";
export { type MessagingProvider, ProviderFailure } from "./port.ts";
export { channelsInScope, type ListedChannel } from "./queries/channel-settings.ts";
export { branchOfChannel, type CallbackChannel, channelDirectory } from "./queries/channels.ts";
export { filesInConversations } from "./queries/conversation-files.ts";
export { countConversationsOf } from "./queries/held-conversations.ts";
export { type ConversationNews, conversationNews } from "./queries/news.ts";
export { peopleInInbox } from "./queries/people-in-inbox.ts";

/**
 * Conversations with customers over the given providers: their calls, the jobs that send and fetch, and in a worker the
 * loops that process deliveries. `databaseUrl` is where these listen for new ones.
 */
export function inboxModule(
  platform: Platform,
  parts: { providers: readonly MessagingProvider[]; databaseUrl: string },
): ServerModule {
  const providers = new Map(parts.providers.map((provider) => [provider.kind, provider]));
  const inbox: Inbox = { platform, providers };
  return {
    name: "inbox",
    routes: (bind) => bindInboxRoutes(bind, inbox),
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
