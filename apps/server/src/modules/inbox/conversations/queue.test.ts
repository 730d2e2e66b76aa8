import type { ConversationRow } from "@homeroom/contract/chat";
import { type ConversationId, MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { InboundChannel } from "../channels/queries/channels.ts";
import { contactById } from "../contacts/queries/contacts.ts";
import { buildPlace, inboundText, receive, testProvider } from "../for-tests.ts";
import { inboxModule } from "../public.ts";
import { queueMessage } from "../sending/writes/queue-message.ts";
import { lockConversation } from "./writes/change-conversation.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;

const server = prepareServer(base, (platform) => [
  inboxModule(platform, { providers: [testProvider()], databaseUrl: base.access.sessionUrl }),
]);
beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
});

async function signedIn(role: "admin" | "sales") {
  const branchId = organization.branchIds[0];
  return signInAs(base.db, organization, { role, branchIds: [branchId] });
}

interface Page {
  list: ConversationRow[];
  nextCursor: string | null;
  counts?: Record<string, number>;
}

async function list(token: string, body: object = {}): Promise<Page> {
  const answer = await callApi<Page>(server.app, "POST /api_chat/Chat/ConversationList", { token, body });
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.resultData as Page;
}

const names = (page: Page) => page.list.map((row) => row.nickname);

const customer = (number: number, name: string) => ({
  phone: `8526200${String(number).padStart(4, "0")}`,
  name,
});

const welcome = {
  kind: "text",
  text: "歡迎",
  details: {},
  fileId: null,
  quoted: null,
  author: "automatic",
  senderId: null,
  notBefore: null,
} as const;

test("the queue is sorted by waiting time, or by the end of the reply window", async () => {
  const admin = await signedIn("admin");
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  await receive(base, channel, [
    inboundText({ from: customer(21, "早來"), sentAt: hours(30) }),
    inboundText({ from: customer(22, "剛來"), sentAt: hours(1) }),
    inboundText({ from: customer(23, "已答"), sentAt: hours(5) }),
    inboundText({ from: customer(24, "又來"), sentAt: hours(20) }),
  ]);
  await receive(base, channel, [inboundText({ from: customer(24, "又來"), sentAt: hours(2) })]);
  const [answered] = (await list(admin.token, { keywords: "已答" })).list;
  const sent = { leadId: answered?.leadId, messageId: v7(), content: "您好" };
  await callApi(server.app, "POST /api_chat/Chat/SendMessage", { token: admin.token, body: sent });

  const byWait = await list(admin.token, { order: "wait", state: "open", counts: "all" });
  expect(names(byWait)).toEqual(["早來", "又來", "剛來"]);
  // From the first of the two messages on.
  const waited = (Date.now() - Date.parse(byWait.list[1]?.waitingSince ?? "")) / 3_600_000;
  expect(Math.round(waited)).toBe(20);
  expect(byWait.counts).toMatchObject({ All: 4, NoReply: 3 });
  const first = await list(admin.token, { order: "wait", state: "open", pageSize: 2 });
  expect(names(await list(admin.token, { order: "wait", state: "open", cursor: first.nextCursor }))).toEqual(["剛來"]);
  const byWindow = await list(admin.token, { order: "window", state: "open" });
  expect(names(byWindow)).toEqual(["又來", "剛來"]);
  expect(byWindow).toMatchObject({ total: 2, counts: { NoReply: 3 } });
  expect((await list(admin.token, { keywords: "已答" })).list[0]?.waitingSince).toBeNull();
  const counted = await callApi(server.app, "GET /api_chat/Chat/UnreadCount", { token: admin.token });
  expect(counted.body.resultData).toMatchObject({ waiting: 3 });

  // Read is not answered; closed, nobody waits.
  const [longest] = byWait.list;
  await callApi(server.app, `GET /api_chat/Chat/ReadConversation?conversationId=${longest?.conversationId}`, admin);
  const [read] = (await list(admin.token, { order: "wait" })).list;
  expect(read).toMatchObject({ nickname: "早來", unreadCount: 0, waitingSince: longest?.waitingSince });
  await base.owner.query("update conversation set closed_at = now() where conversation_id = $1", [
    read?.conversationId,
  ]);
  expect((await list(admin.token, { order: "wait", state: "closed" })).list[0]?.waitingSince).toBeNull();
});

test("automatic messages do not count as answers", async () => {
  const admin = await signedIn("admin");
  await receive(base, channel, [inboundText({ from: customer(31, "新客") })]);
  const [row] = (await list(admin.token)).list;
  const scope = organizationScope(organization.organizationId);
  await inTransaction(base.db, scope, async (tx) => {
    const conversation = await lockConversation(tx, organization.organizationId, {
      conversationId: row?.conversationId as ConversationId,
    });
    if (!conversation) throw new Error("There is no conversation");
    const contact = await contactById(tx, scope, conversation.contact_id);
    const message = { ...welcome, messageId: MessageId.parse(v7()) };
    await queueMessage(tx, conversation, { contact, message, now: new Date() });
  });
  const [after] = (await list(admin.token, { order: "wait", state: "open" })).list;
  expect(after).toMatchObject({ nickname: "新客", waitingSince: row?.waitingSince, unreadCount: 1 });
});
