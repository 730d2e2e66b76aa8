import { chat, conversationFilters } from "@homeroom/contract/chat";
import { chatOfLead } from "@homeroom/contract/chat-of-lead";
import { chatProducts } from "@homeroom/contract/chat-products";
import { chatSearch } from "@homeroom/contract/chat-search";
import { chatTemplates } from "@homeroom/contract/chat-templates";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { type LeadId, MessageId } from "@homeroom/contract/ids";
import { v5 } from "uuid";
import { presentStoredFile } from "#modules/files/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { readWithNames } from "#platform/db/cached-names";
import type { Scope } from "#platform/db/scope";
import { inReadOnlyTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import { hasChannel } from "./channels/queries/channels.ts";
import { channelsOfLead } from "./channels/queries/conversation-channels.ts";
import { readConversation } from "./conversations/actions/change-state.ts";
import { presentFound } from "./conversations/present/found-messages.ts";
import {
  changedConversations,
  conversationCard,
  countConversations,
  countTabs,
  countUnread,
  countWaiting,
  countWaitingOf,
  findConversation,
  goneFromList,
  listConversations,
  readingVersion,
} from "./conversations/queries/conversations.ts";
import { leadMergedInto } from "./conversations/queries/kept-conversation.ts";
import { changedMessages, messagePage } from "./conversations/queries/message-rows.ts";
import { searchMessages } from "./conversations/queries/search-messages.ts";
import { bindStateRoutes } from "./conversations/routes/conversation-states.ts";
import type { Message } from "./conversations/writes/change-conversation.ts";
import { uploadChatFile } from "./files/actions/upload-chat-file.ts";
import { type Inbox, providerOf } from "./inbox.ts";
import { mayTakeOver } from "./policy.ts";
import { presentChannels, presentConversations, presentMessage, presentMessages } from "./present.ts";
import { rerunDelivery } from "./receiving/actions/replay-unclaimed.ts";
import { type GivenUpDelivery, givenUpDeliveries } from "./receiving/queries.ts";
import { retryMessage } from "./sending/actions/retry-message.ts";
import { sendMessage } from "./sending/actions/send-message.ts";
import { sendProducts } from "./sending/actions/send-products.ts";
import { sendTemplate } from "./sending/actions/send-template.ts";
import { presentProductChoices, presentTemplateChoices } from "./sending/present.ts";

/** Above this number of changes a client should reload its list. */
const maxChanges = 200;

export function bindInboxRoutes(bind: Binder, inbox: Inbox): void {
  bindConversationRoutes(bind, inbox);
  bindMessageRoutes(bind, inbox);
  bindDeliveryRoutes(bind, inbox);
  bindStateRoutes(bind, inbox);
  bindTemplateCalls(bind, inbox);
  bindProductCalls(bind, inbox);
}

function bindConversationRoutes(bind: Binder, { platform }: Inbox): void {
  const { db } = platform;
  bind(chat.conversationList, (request, { actor }) =>
    inChat(platform.db, actor, async (tx, scope) => {
      const page = { pageNum: request.pageNum, pageSize: request.pageSize };
      if (request.changedSince !== undefined) {
        const version = await readingVersion(tx);
        const conversations = await changedConversations(tx, scope, {
          request,
          since: request.changedSince,
          limit: maxChanges,
        });
        const list = await presentConversations(platform, tx, { scope, conversations });
        const { known } = request;
        const gone = known ? await goneFromList(tx, scope, { request, known }) : undefined;
        return { list, total: list.length, version, ...page, ...(gone && { gone }) };
      }
      const [version, { conversations, nextCursor }, counts] = await Promise.all([
        readingVersion(tx),
        listConversations(tx, scope, request),
        countList(tx, scope, request),
      ]);
      const list = await presentConversations(platform, tx, { scope, conversations });
      return { list, nextCursor, version, ...page, ...counts };
    }),
  );

  const cardOf = (actor: Actor, which: Parameters<typeof conversationCard>[2]) =>
    inChat(db, actor, async (tx, scope) => {
      const found = await conversationCard(tx, scope, which);
      const [row] = found ? await presentConversations(platform, tx, { scope, conversations: [found] }) : [];
      if (!found || !row) return null;
      const channels = presentChannels(await channelsOfLead(tx, scope, row.leadId));
      return { ...row, channels, can: { ...abilities(actor), takeOver: mayTakeOver(actor, found) } };
    });
  bind(chat.conversationInfo, async (request, { actor }) => {
    const card = await cardOf(actor, request);
    if (!card) throw new AppError("NOT_FOUND");
    return card;
  });

  bind(chatOfLead.conversation, async (of, { actor }) => {
    const conversation = await cardOf(actor, of);
    if (conversation) return { conversation };
    const leadId = await inChat(db, actor, (tx, scope) => leadMergedInto(tx, scope, of));
    return { conversation: leadId ? await cardOf(actor, { leadId }) : null };
  });

  bind(chat.unreadCount, (_, { actor }) =>
    inChat(db, actor, async (tx, scope) => ({
      conversations: await countUnread(tx, scope),
      waiting: await countWaiting(tx, scope),
      isConnected: await hasChannel(tx, scope),
    })),
  );

  bind(chat.readConversation, (of, { actor }) => readConversation(db, actor, of));
}

/** A first page describes the whole list; further pages only its size. */
async function countList(tx: Tx, scope: Scope, request: RequestOf<typeof chat.conversationList>) {
  if (request.cursor !== undefined || request.pageNum > 1)
    return { total: await countConversations(tx, scope, request) };
  if (request.counts === "all") return countTabs(tx, scope, request, conversationFilters);
  return countWaitingOf(tx, scope, request);
}

function bindMessageRoutes(bind: Binder, inbox: Inbox): void {
  const { platform } = inbox;
  const { db } = platform;
  const presentOne = presentMessage(inbox);
  bind(chat.messageList, ({ conversationId: named, leadId, changedSince, pageSize, ...place }, { actor }) =>
    inChat(db, actor, async (tx, scope) => {
      // The conversation is read first: a client that asks for what changed after its version misses nothing.
      const finding = findConversation(tx, scope, { conversationId: named, leadId });
      const conversationId = named ?? (await finding)?.conversation_id;
      if (!conversationId) throw new AppError("NOT_FOUND");
      const [conversation, page] = await Promise.all([
        finding,
        changedSince === undefined
          ? messagePage(tx, scope, { conversationId, ...place, pageSize })
          : changedMessages(tx, scope, { conversationId, since: changedSince, pageSize }),
      ]);
      if (!conversation || !page) throw new AppError("NOT_FOUND");
      const messages = ofLead(page.messages, conversation.lead_id);
      const list = await presentMessages(inbox, tx, { scope, messages });
      const { hasMore, hasNewer } = page;
      const isCut = changedSince !== undefined && hasMore;
      const version = isCut ? (messages.at(-1)?.version ?? changedSince) : conversation.version;
      return { list, hasMore, hasNewer, version };
    }),
  );
  bind(chatSearch.searchMessages, (wanted, { actor }) =>
    inChat(db, actor, async (tx, scope) => {
      const { messages, nextCursor } = await searchMessages(tx, scope, wanted);
      return { list: await presentFound(tx, { scope, messages, keywords: wanted.keywords }), nextCursor };
    }),
  );
  bind(chat.sendMessage, async (form, { actor, header }) => {
    const messageId = form.messageId ?? messageIdOfKey(actor, header("idempotency-key"));
    return presentOne(actor, await sendMessage(db, actor, { ...form, messageId }));
  });
  bind(chat.retryMessage, async ({ messageId }, { actor }) =>
    presentOne(actor, await retryMessage(db, actor, messageId)),
  );
  bind(chat.uploadFile, async (_, { actor, upload }) => {
    const file = await uploadChatFile(platform, actor, upload);
    return presentStoredFile(platform, file);
  });
}

function bindDeliveryRoutes(bind: Binder, inbox: Inbox): void {
  const { db } = inbox.platform;
  bind(chat.deliveryProblems, ({ pageNum, pageSize }, { actor }) => {
    const scope = scopeOf(actor, "org:whatsapp:query");
    return inReadOnlyTransaction(db, scope, async (tx) => {
      const { deliveries, total } = await givenUpDeliveries(tx, scope, { pageNum, pageSize });
      const list = deliveries.map((one) => ({
        recordID: String(one.deliveryId),
        channelName: one.channelName,
        eventType: eventTypeOf(inbox, one),
        problem: one.problem,
        attempts: one.attempts,
        receivedAt: one.receivedAt.toISOString(),
      }));
      return { list, total, pageNum, pageSize };
    });
  });
  bind(chat.rerunDelivery, ({ recordID }, { actor }) => rerunDelivery(db, actor, recordID));
}

/** The kind of a delivery; empty if it could not be read. */
function eventTypeOf(inbox: Inbox, { kind, payload }: GivenUpDelivery): string {
  try {
    return providerOf(inbox, kind).parse(payload)[0]?.type ?? "";
  } catch {
    return "";
  }
}

/** Runs in the caller's scope of conversations; names and pictures of people are those of the organisation. */
function inChat<Result>(
  db: Inbox["platform"]["db"],
  actor: Actor,
  work: (tx: Tx, scope: Scope) => Promise<Result>,
): Promise<Result> {
  const scope = scopeOf(actor, "chat:message:all");
  return readWithNames(db, scope, (tx) => work(tx, scope));
}

/** The same key of the same account stands for the same message. */
function messageIdOfKey(actor: Actor, key: string | undefined): MessageId | undefined {
  return key ? MessageId.parse(v5(key, actor.accountId)) : undefined;
}

function ofLead(messages: readonly Message[], leadId: LeadId): (Message & { lead_id: LeadId })[] {
  return messages.map((message) => ({ ...message, lead_id: leadId }));
}

function abilities(actor: Actor) {
  return {
    send: can(actor, "chat:message:send"),
    template: can(actor, "chat:message:template"),
    label: can(actor, "chat:message:label"),
    gpt: can(actor, "chat:message:gpt"),
  };
}

/** Products in a conversation: which can be sent, and sending them. */
function bindProductCalls(bind: Binder, inbox: Inbox): void {
  const presentOne = presentMessage(inbox);
  bind(chatProducts.choices, (request, { actor }) => presentProductChoices(inbox, actor, request));
  bind(chatProducts.send, async (form, { actor, header }) => {
    const messageId = form.messageId ?? messageIdOfKey(actor, header("idempotency-key"));
    return presentOne(actor, await sendProducts(inbox, actor, { ...form, messageId }));
  });
}

/** Templates in a conversation: which can be sent, and sending one. */
function bindTemplateCalls(bind: Binder, inbox: Inbox): void {
  const presentOne = presentMessage(inbox);
  bind(chatTemplates.choices, (request, { actor }) => presentTemplateChoices(inbox, actor, request));
  bind(chatTemplates.send, async (form, { actor, header }) => {
    const messageId = form.messageId ?? messageIdOfKey(actor, header("idempotency-key"));
    return presentOne(actor, await sendTemplate(inbox, actor, { ...form, messageId }));
  });
}
