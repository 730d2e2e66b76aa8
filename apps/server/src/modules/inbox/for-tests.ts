import { type AccountId, type BranchId, ChannelId, type ConversationId, LeadId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareEach, type TestDatabase } from "#platform/db/for-tests";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { InboundChannel } from "./channels/queries/channels.ts";
import type { Inbox } from "./inbox.ts";
import type {
  DeliveryStatus,
  InboundEvent,
  InboundMessage,
  InboundStatus,
  MessagingProvider,
  OutboundMessage,
} from "./port.ts";
import { processDelivery } from "./receiving/actions/process-delivery.ts";
import { storeDeliveries } from "./receiving/actions/store-deliveries.ts";
import { waitingDeliveries } from "./receiving/queries.ts";
import { deliverNextMessage } from "./sending/actions/deliver-next-message.ts";

export { stopChannel } from "./channels/actions/stop-channel.ts";
export { closeConversation, reopenConversation } from "./conversations/actions/change-state.ts";
export { endHoldsOfSession, endIdleHolds } from "./conversations/actions/end-holds.ts";
export { releaseConversation } from "./conversations/actions/hold-conversation.ts";
export { addNote } from "./conversations/actions/write-note.ts";
export type { InboundEvent } from "./port.ts";
export { sendMessage } from "./sending/actions/send-message.ts";
export { undoSend } from "./sending/actions/undo-send.ts";

export type TestChannel = InboundChannel & { externalId: string };

/** A WhatsApp channel at the organisation's first branch. */
export async function buildChannel(
  { platform }: TestDatabase,
  organization: TestOrganization,
  branchId: BranchId = organization.branchIds[0],
): Promise<TestChannel> {
  const channelId = ChannelId.parse(v7());
  const externalId = String(Math.floor(Math.random() * 1e15));
  await inTransaction(platform.db, organization.scope, (tx) =>
    tx
      .insertInto("channel")
      .values({
        organization_id: organization.organizationId,
        channel_id: channelId,
        branch_id: branchId,
        kind: "whatsapp",
        name: "旺角 WhatsApp",
        external_id: externalId,
        settings: JSON.stringify({ businessAccountId: "900" }),
        secrets: platform.secrets.seal({ accessToken: "token", appSecret: "app secret", verifyToken: "verify" }),
        stopped_reason: null,
      })
      .execute(),
  );
  return { organizationId: organization.organizationId, channelId, branchId, kind: "whatsapp", externalId };
}

/** A new organisation with a channel. */
export async function buildPlace(
  base: TestDatabase,
): Promise<{ organization: TestOrganization; channel: TestChannel }> {
  const organization = await buildOrganization(base.db);
  return { organization, channel: await buildChannel(base, organization) };
}

/** A fake provider in the test: it records calls, and the test decides its answers. */
export interface TestProvider extends MessagingProvider {
  readonly sent: OutboundMessage[];
  answer: (message: OutboundMessage) => Promise<{ providerMessageId: string }>;
}

/** Its deliveries are `{ events }` with times as text, which it parses to those events. */
export function testProvider(kind: MessagingProvider["kind"] = "whatsapp"): TestProvider {
  const sent: OutboundMessage[] = [];
  const provider: TestProvider = {
    kind,
    callbackPath: () => "/api_webhook/WhatsApp/Callback",
    sent,
    answer: async (message) => ({ providerMessageId: `wamid.${message.id}` }),
    async send(_channel, message) {
      sent.push(message);
      return provider.answer(message);
    },
    uploadMedia: async () => ({ mediaId: "uploaded" }),
    downloadMedia: async () => {
      throw new Error("This test has no files");
    },
    markRead: async () => undefined,
    verifyUnclaimed: () => null,
    parse: (payload) => (payload as { events: InboundEvent[] }).events.map(withMoments),
  };
  return provider;
}

function withMoments(event: InboundEvent): InboundEvent {
  const moments = Object.entries(event).map(([key, value]) =>
    key === "at" || key === "sentAt" ? [key, new Date(value as string)] : [key, value],
  );
  return Object.fromEntries(moments) as InboundEvent;
}

export function testInbox({ platform }: TestDatabase, provider: MessagingProvider = testProvider()): Inbox {
  return { platform, providers: new Map([[provider.kind, provider]]) };
}

let lastNumber = 0;

/** A customer's text message; `from` is a new number unless given. */
export function inboundText(given: Partial<InboundMessage> = {}): InboundMessage {
  lastNumber += 1;
  return {
    type: "message",
    providerMessageId: `wamid.in.${v7()}`,
    from: { phone: `8526${String(1_000_000 + lastNumber)}`, name: "李太" },
    sentAt: new Date(),
    kind: "text",
    text: "請問還有鋼琴班嗎？",
    details: {},
    ...given,
  };
}

export function statusOf(
  providerMessageId: string,
  status: DeliveryStatus,
  given: Partial<InboundStatus> = {},
): InboundStatus {
  return { type: "status", providerMessageId, status, at: new Date(), ...given };
}

/** Stores each event as a delivery. */
export function deliver(base: TestDatabase, channel: InboundChannel, events: readonly InboundEvent[]): Promise<void> {
  const { organizationId, channelId } = channel;
  return storeDeliveries(
    base.db,
    events.map((event) => ({ organizationId, channelId, eventId: v7(), payload: { events: [event] } })),
  );
}

/** Stores events and processes everything that waits, one after the other. */
export async function receive(
  base: TestDatabase,
  channel: InboundChannel,
  events: readonly InboundEvent[],
): Promise<void> {
  await deliver(base, channel, events);
  const provider = testProvider();
  for (const waiting of await waitingDeliveries(base.db, { words: 1000, statuses: 1000, inHand: [] }))
    await processDelivery(base.db, waiting, provider.parse(waiting.payload));
}

/** Someone with these permissions at the organisation's first branch. */
export function buildActor(
  organization: TestOrganization,
  given: { accountId?: AccountId; branchId?: BranchId; permissions?: readonly string[] } = {},
): Actor {
  const branchId = given.branchId ?? organization.branchIds[0];
  return {
    organizationId: organization.organizationId,
    accountId: given.accountId ?? (v7() as AccountId),
    sessionId: v7(),
    branchId,
    branchIds: [branchId],
    nickname: "王小姐",
    roles: ["sales"],
    permissions: given.permissions ?? ["chat:message:query", "chat:message:send", "chat:message:all"],
    isOwner: false,
    isPlatform: false,
    viewsAs: null,
    restriction: null,
  };
}

/** An organisation with a channel, a member of staff with a role, and the conversation that a customer has begun there. */
export async function buildConversation(
  base: TestDatabase,
  { role, permissions }: { role: "owner" | "sales"; permissions?: readonly string[] },
) {
  const organization = await buildOrganization(base.db);
  const { accountId } = await buildAccount(base.db, organization, { role });
  const channel = await buildChannel(base, organization);
  const actor = buildActor(organization, { accountId, ...(permissions && { permissions }) });
  await receive(base, channel, [inboundText({ from: { phone: "85261110000" } })]);
  const [row] = await conversationRows(base, channel);
  if (!row) throw new Error("There is no conversation");
  return { organization, channel, actor, leadId: LeadId.parse(row.lead_id), conversationId: row.conversation_id };
}

/**
 * For a test file: before each test, a conversation made by `buildConversation`, and a provider that records sent messages.
 * `deliver` sends waiting messages; `ours` are the rows of our messages.
 */
export function prepareTalk(
  base: TestDatabase,
  { kind, ...given }: Parameters<typeof buildConversation>[1] & { kind?: MessagingProvider["kind"] },
) {
  return prepareEach(async () => {
    const built = await buildConversation(base, given);
    const provider = testProvider(kind);
    const inbox = testInbox(base, provider);
    return {
      ...built,
      provider,
      inbox,
      deliver: () => deliverAll(inbox, built.organization.scope, built.conversationId),
      ours: async () =>
        (await messageRowsOf(base, built.conversationId)).filter(({ direction }) => direction === "out"),
    };
  });
}

/** The rows that a test checks, of any organisation. */
export async function conversationRows(base: TestDatabase, channel: InboundChannel) {
  const found = await base.owner.query<{
    conversation_id: ConversationId;
    lead_id: LeadId;
    contact_id: string;
    hidden_at: Date | null;
    sales_id: AccountId | null;
    unread_count: number;
    customer_unread: boolean;
    window_ends_at: Date | null;
    last_position: number;
    assistant_note: object | null;
    version: number;
  }>(`select * from conversation where organization_id = $1 order by created_at`, [channel.organizationId]);
  return found.rows;
}

export async function messageRowsOf(base: TestDatabase, conversationId: ConversationId) {
  const found = await base.owner.query<{
    message_id: string;
    direction: string;
    kind: string;
    text: string;
    state: string;
    position: number;
    error_reason: string | null;
    attempts: number;
    provider_message_id: string | null;
    version: number;
    edited_at: Date | null;
    revoked_at: Date | null;
    file_id: string | null;
    next_attempt_at: Date | null;
  }>(`select * from message where conversation_id = $1 order by position`, [conversationId]);
  return found.rows;
}

/** Sends waiting messages of a conversation until nothing more can be sent now. */
export async function deliverAll(inbox: Inbox, scope: Scope, conversationId: ConversationId): Promise<void> {
  while ((await deliverNextMessage(inbox, scope, conversationId)) === "more");
}
