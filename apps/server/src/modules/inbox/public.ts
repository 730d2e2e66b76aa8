import type { LeadConversations } from "#modules/leads/public";
import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { scopeRooms } from "#platform/db/row-filter";
import type { Platform, ServerModule } from "#platform/server-module";
import { findConversations, joinConversations, lockContacts } from "./conversations/actions/join-conversations.ts";
import { partConversations } from "./conversations/actions/part-conversations.ts";
import { bindHoldingRoutes } from "./conversations/routes/holding.ts";
import type { Inbox, InboxOrders, InboxProducts, InboxTemplates } from "./inbox.ts";
import { inboxJobs } from "./jobs.ts";
import type { MessagingProvider, NoticeHandler } from "./port.ts";
import { inboxReactions } from "./reactions.ts";
import { startDrain } from "./receiving/drain.ts";
import { bindInboxRoutes } from "./routes.ts";
import { bindComposerRoutes } from "./sending/routes/composer.ts";
import { inboxUpkeep } from "./upkeep.ts";

export { changeAccountState } from "./channels/actions/change-account-state.ts";
export {
  addChannel,
  type ChannelValues,
  changeChannel,
  markCallsTested,
  setChannelStatus,
  storeChannelFacts,
} from "./channels/actions/keep-channel.ts";
export { refreshQuota } from "./channels/actions/refresh-quota.ts";
export { liftStop, resumeChannel } from "./channels/actions/resume-channel.ts";
export { changeLineSettings, lockLineChannel, saveLineChannel } from "./channels/actions/save-line-channel.ts";
export { stopChannel } from "./channels/actions/stop-channel.ts";
export { type AccountNumber, accountNumbers, channelsSharingLimits } from "./channels/queries/business-accounts.ts";
export { channelsInScope, type ListedChannel, lockChannelInScope } from "./channels/queries/channel-settings.ts";
export {
  branchOfChannel,
  type CallbackChannel,
  channelById,
  channelDirectory,
  channelsByIds,
  isChannelOpen,
  isRestricted,
  openChannel,
  takenExternalIds,
} from "./channels/queries/channels.ts";
export {
  type LiffAccount,
  lastHeardFrom,
  liffAccountByNumber,
  liffAccounts,
} from "./channels/queries/liff-accounts.ts";
export { storeProviderPicture } from "./contacts/actions/store-provider-picture.ts";
export { peopleInInbox } from "./contacts/queries/contacts.ts";
export { clearAssistantNote, setAssistantNote } from "./conversations/actions/hold-conversation.ts";
export { findMessages } from "./conversations/present/found-messages.ts";
export { countConversations, findConversation } from "./conversations/queries/conversations.ts";
export { type CartItem, customerCart } from "./conversations/queries/customer-cart.ts";
export {
  type CustomerToAnswer,
  closingWindows,
  failedMessages,
  longestWaiting,
} from "./conversations/queries/customers-to-answer.ts";
export { countConversationsOf, isHeldByPerson } from "./conversations/queries/holds.ts";
export { type ConversationNews, conversationNews } from "./conversations/queries/news.ts";
export {
  conversationsWithInboundSince,
  receivedTexts,
  type Talk,
  type TalkMessage,
  talkOf,
} from "./conversations/queries/talk.ts";
export {
  type WaitingCustomer,
  type WaitingPlace,
  waitingCustomers,
} from "./conversations/queries/waiting-customers.ts";
export {
  channelRefused,
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
export { customerPicture, filesInConversations } from "./files/queries/conversation-files.ts";
export type { InboxOrders, InboxProducts, InboxTemplates, ReadyProduct, ReadyTemplate } from "./inbox.ts";
export {
  type ChannelAccess,
  type InboundChannel,
  type MessagingProvider,
  type NoticeHandler,
  ProviderFailure,
} from "./port.ts";
export { type NewDelivery, storeUnclaimed } from "./receiving/actions/store-deliveries.ts";
export { createDeliveryIntake, type DeliveryIntake } from "./receiving/intake.ts";
export { refusedCalls } from "./receiving/queries.ts";
export { queueBroadcast } from "./sending/actions/queue-broadcast.ts";
export { queueDocumentForLead } from "./sending/actions/queue-document-for-lead.ts";
export {
  lockWelcomeContact,
  queueWelcome,
  requireConversationOf,
  type WelcomePart,
  type WelcomeTo,
} from "./sending/actions/queue-welcome.ts";
export { resendStopped } from "./sending/actions/resend-stopped.ts";
export { mayBeAnswered, sendAssistantAnswer } from "./sending/actions/send-assistant-answer.ts";
export { type BroadcastSender, createBroadcastSender } from "./sending/actions/send-broadcasts.ts";
export { fillForLead } from "./sending/queries/broadcast-texts.ts";
export {
  type BroadcastTurn,
  type ClaimedBroadcasts,
  claimBroadcasts,
  type TurnOutcome,
} from "./sending/writes/claim-broadcasts.ts";
export { giveTokensBack, takeSendTokens } from "./sending/writes/send-tokens.ts";
export { withdrawBroadcasts } from "./sending/writes/withdraw-broadcasts.ts";

/**
 * Conversations with customers over the given providers: their calls, the jobs that send and fetch, and in a worker the
 * loops that process deliveries. These listen for new ones at `databaseUrl`.
 */
export function inboxModule(
  platform: Platform,
  parts: {
    providers: readonly MessagingProvider[];
    databaseUrl: string;
    noticeHandlers?: readonly NoticeHandler[];
    templates?: InboxTemplates;
    products?: InboxProducts;
    orders?: InboxOrders;
  },
): ServerModule {
  const providers = new Map(parts.providers.map((provider) => [provider.kind, provider]));
  const { noticeHandlers, templates, products, orders } = parts;
  const inbox: Inbox = {
    platform,
    providers,
    ...(noticeHandlers && { noticeHandlers }),
    ...(templates && { templates }),
    ...(products && { products }),
    ...(orders && { orders }),
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
    schedule: inboxUpkeep(inbox),
    startWork: async () => startDrain(inbox, parts.databaseUrl),
  };
}

/** Moves conversations when leads are merged or unmerged. */
export const leadConversations: LeadConversations = {
  hold: lockContacts,
  join: joinConversations,
  part: partConversations,
  find: findConversations,
};
