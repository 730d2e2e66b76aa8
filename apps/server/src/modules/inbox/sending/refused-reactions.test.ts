import { type ConversationId, MessageId } from "@homeroom/contract/ids";
import { beforeEach, expect, test } from "vitest";
import type { TestOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import type { InboundChannel } from "../channels/queries/channels.ts";
import {
  buildActor,
  buildPlace,
  conversationRows,
  inboundText,
  messageRowsOf,
  receive,
  statusOf,
  type TestProvider,
  testInbox,
  testProvider,
} from "../for-tests.ts";
import type { Inbox } from "../inbox.ts";
import { type ProviderError, ProviderFailure } from "../port.ts";
import { presentMessage } from "../present.ts";
import { maxSendAttempts } from "../rules.ts";
import { reactToMessage } from "./actions/react-to-message.ts";
import { sendReaction } from "./actions/send-reaction.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;
let actor: Actor;
let provider: TestProvider;
let inbox: Inbox;
let messageId: MessageId;
let taken: string[];

const tooOld: ProviderError = {
  class: "permanent",
  code: "131009",
  reason: "badRequest",
  detail: "Parameter value is not valid",
  stops: "message",
};
const away: ProviderError = { ...tooOld, class: "retryable", code: "", reason: "providerUnavailable" };

beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  actor = buildActor(organization, {
    permissions: ["chat:message:query", "chat:message:send", "chat:message:all"],
  });
  provider = testProvider();
  inbox = testInbox(base, provider);
  taken = [];
  takes();
  await receive(base, channel, [inboundText({ from: { phone: "85261110000" } })]);
  const [row] = await conversationRows(base, channel);
  const [message] = await messageRowsOf(base, row?.conversation_id as ConversationId);
  messageId = MessageId.parse(message?.message_id);
});

function takes(): void {
  provider.react = async (_channel, { emoji }) => {
    taken.push(emoji);
    return { providerMessageId: `wamid.reaction.${messageId}.${taken.length}` };
  };
}

function refuses(error: ProviderError): void {
  provider.react = () => Promise.reject(new ProviderFailure(error));
}

async function react(emoji: string): Promise<void> {
  await reactToMessage(base.db, actor, { messageId, emoji });
  await sendReaction(inbox, organization.scope, messageId);
}

async function shown() {
  const message = await inTransaction(base.db, organization.scope, (tx) =>
    tx.selectFrom("message").selectAll().where("message_id", "=", messageId).executeTakeFirstOrThrow(),
  );
  const row = await presentMessage({ platform: base.platform })(actor, message);
  return [row.reactions.map(({ emoji }) => emoji), row.reactionRefused];
}

test("a refused reaction returns to what the customer sees, and shows the reason until the next one", async () => {
  await react("👍");
  refuses(tooOld);
  await react("❤️");
  expect(await shown()).toEqual([["👍"], { emoji: "❤️", reason: "badRequest" }]);
  await react("");
  expect(await shown()).toEqual([["👍"], { emoji: "", reason: "badRequest" }]);
  takes();
  await react("😂");
  expect(await shown()).toEqual([["😂"], null]);
});

test("repeating the current reaction only removes the error, even where nothing can be sent", async () => {
  refuses(tooOld);
  await react("❤️");
  expect(await shown()).toEqual([[], { emoji: "❤️", reason: "badRequest" }]);
  await base.owner.query("update channel_contact set blocked_at = now() where organization_id = $1", [
    organization.organizationId,
  ]);
  await reactToMessage(base.db, actor, { messageId, emoji: "" });
  expect(await shown()).toEqual([[], null]);
  await expect(reactToMessage(base.db, actor, { messageId, emoji: "👍" })).rejects.toMatchObject({
    code: "CHAT_CUSTOMER_BLOCKED",
  });
});

test("a temporary failure keeps the reaction for a limited number of retries", async () => {
  refuses(away);
  await reactToMessage(base.db, actor, { messageId, emoji: "👍" });
  for (let tries = 1; tries < maxSendAttempts; tries += 1) {
    await expect(sendReaction(inbox, organization.scope, messageId)).rejects.toThrow();
    expect(await shown()).toEqual([["👍"], null]);
  }
  await sendReaction(inbox, organization.scope, messageId);
  expect(await shown()).toEqual([[], { emoji: "👍", reason: "providerUnavailable" }]);
});

test("a reaction that WhatsApp accepts and fails later is also reverted, in any order of events", async () => {
  await react("👍");
  const failed = (id: string) => statusOf(id, "failed", { error: tooOld });
  await reactToMessage(base.db, actor, { messageId, emoji: "❤️" });
  await receive(base, channel, [failed(`wamid.reaction.${messageId}.2`)]);
  await sendReaction(inbox, organization.scope, messageId);
  expect(await shown()).toEqual([["👍"], { emoji: "❤️", reason: "badRequest" }]);
  await react("🙏");
  await receive(base, channel, [statusOf(`wamid.reaction.${messageId}.3`, "delivered")]);
  expect(await shown()).toEqual([["🙏"], null]);
  for (let times = 0; times < 2; times += 1) await receive(base, channel, [failed(`wamid.reaction.${messageId}.3`)]);
  expect(await shown()).toEqual([["👍"], { emoji: "🙏", reason: "badRequest" }]);
  const waiting = await base.owner.query("select 1 from early_event where organization_id = $1", [
    organization.organizationId,
  ]);
  expect(waiting.rows.length).toBeLessThanOrEqual(1);
});

test("a reaction changed in the meantime is not reverted", async () => {
  provider.react = async (_channel, { emoji }) => {
    if (emoji === "👍") {
      takes();
      await reactToMessage(base.db, actor, { messageId, emoji: "😂" });
      throw new ProviderFailure(tooOld);
    }
    return { providerMessageId: null };
  };
  await react("👍");
  expect(await shown()).toEqual([["😂"], null]);
  await sendReaction(inbox, organization.scope, messageId);
  expect([taken, await shown()]).toEqual([["😂"], [["😂"], null]]);
});
