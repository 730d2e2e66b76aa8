import type { ConversationRow, MessageRow } from "@homeroom/contract/chat";
import { expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildChannel, conversationRows, inboundText, receive, testProvider } from "../for-tests.ts";
import { inboxModule } from "../public.ts";

const base = prepareDatabase();
const server = prepareServer(base, (platform) => [
  inboxModule(platform, { providers: [testProvider()], databaseUrl: base.access.sessionUrl }),
]);

test("a conversation is identified by its id or its lead", async () => {
  const organization = await buildOrganization(base.db);
  const channel = await buildChannel(base, organization);
  const { token } = await signInAs(base.db, organization, { role: "owner" });
  await receive(base, channel, [inboundText({ text: "在嗎" })]);
  const [conversation] = await conversationRows(base, channel);
  const { conversation_id: conversationId, lead_id: leadId } = conversation ?? {};
  const row = async () => (await conversationRows(base, channel))[0];
  const messages = await callApi<{ list: MessageRow[] }>(server.app, "POST /api_chat/Chat/MessageList", {
    token,
    body: { leadId },
  });
  expect(messages.body.resultData?.list.map(({ text }) => text)).toEqual(["在嗎"]);
  expect((await callApi(server.app, `GET /api_chat/Chat/ReadConversation?leadId=${leadId}`, { token })).status).toBe(
    200,
  );
  expect((await row())?.unread_count).toBe(0);
  const holder = async () => {
    const page = await callApi<{ list: ConversationRow[] }>(server.app, "POST /api_chat/Chat/ConversationList", {
      token,
      body: {},
    });
    return page.body.resultData?.list[0]?.holder?.kind ?? null;
  };
  expect((await callApi(server.app, "POST /api_chat/Chat/TakeOver", { token, body: { leadId } })).status).toBe(200);
  expect(await holder()).toBe("staff");
  expect((await callApi(server.app, `GET /api_chat/Chat/Release?leadId=${leadId}`, { token })).status).toBe(200);
  expect(await holder()).toBeNull();
  for (const body of [
    { conversationId, label: [] },
    { leadId, tag: [] },
  ])
    expect((await callApi(server.app, "POST /api_chat/Chat/UpdateConversationLabel", { token, body })).status).toBe(
      200,
    );
  const nobody = await callApi(server.app, "POST /api_chat/Chat/MessageList", { token, body: {} });
  expect(nobody.body).toMatchObject({ name: "FIELD_INVALID", errors: [{ field: "conversationId" }] });
});
