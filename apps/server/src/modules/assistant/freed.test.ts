import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import { beforeEach, expect, test } from "vitest";
import {
  buildActor,
  buildPlace,
  closeConversation,
  endHoldsOfSession,
  endIdleHolds,
  releaseConversation,
  reopenConversation,
  sendMessage,
  type TestChannel,
} from "#modules/inbox/for-tests";
import { isHeldByPerson } from "#modules/inbox/public";
import type { TestOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { answerCustomer } from "./actions/answer-customer.ts";
import { switchAssistant } from "./actions/switch-assistant.ts";
import {
  buildAgent,
  customerWrites,
  saidBy,
  type TestAgentProvider,
  testAgentProvider,
  testAssistant,
} from "./for-tests.ts";
import { assistantJobs } from "./jobs.ts";
import { assistantReactions } from "./reactions.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let staff: Actor;
let provider: TestAgentProvider;
let conversationId: ConversationId;
let leadId: LeadId;

const permissions = ["chat:message:query", "chat:message:send", "chat:message:all", "chat:message:label"];

const assistant = () =>
  testAssistant(base, [provider], async (tx, scope, of) => !(await isHeldByPerson(tx, scope, of.conversationId)));

/** Staff answered, switched the assistant on again, and the customer asked while staff still held the conversation. */
beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  provider = testAgentProvider();
  staff = buildActor(organization, { permissions: [...permissions, "chat:message:gpt"] });
  await buildAgent(base, organization);
  ({ conversationId, leadId } = await customerWrites(base, channel, { text: "你好" }));
  await sendMessage(base.db, staff, { leadId, type: "text", content: "您好，我是王老師" });
  await switchAssistant(base.db, staff, { conversationId, status: 1 });
  await customerWrites(base, channel, { text: "鋼琴班多少錢？" });
  await answerCustomer(assistant(), { organizationId: organization.organizationId, conversationId, draft: false });
  expect(await answers()).toEqual([]);
});

const answers = () => saidBy(base, conversationId, "assistant");
const question = "回覆：鋼琴班多少錢？";

const change = (sets: string) =>
  base.owner.query(`update conversation_hold set ${sets} where conversation_id = $1`, [conversationId]);

/** Runs the jobs that follow from conversations that became free. */
async function publish(): Promise<void> {
  const { organizationId } = organization;
  const handlers = assistantJobs(assistant());
  const { rows } = await base.owner.query<{ event: string; payload: Record<string, unknown> }>(
    "delete from outbox where organization_id = $1 and event = 'conversation.freed' returning event, payload",
    [organizationId],
  );
  for (const { event, payload } of rows) {
    const reactions = assistantReactions.filter((one) => one.event.name === event);
    for (const { job, data } of reactions.flatMap((one) => one.jobs?.(payload, { ...meta, organizationId }) ?? []))
      await handlers.find((one) => one.job === job)?.run(data, new AbortController().signal);
  }
}

const meta = { aggregateId: "", traceId: "" };

test("a question asked during a hold is answered when the hold expires", async () => {
  await change("expires_at = now() - interval '1 second'");
  await endIdleHolds(base.db);
  await publish();
  expect(await answers()).toEqual([question]);
});

test("a question asked during a hold is answered when it is released, once", async () => {
  await releaseConversation(base.db, staff, { conversationId });
  await releaseConversation(base.db, staff, { conversationId });
  await publish();
  await publish();
  expect(await answers()).toEqual([question]);
});

test("a question asked during a hold is answered when the holder's session ends", async () => {
  await endHoldsOfSession(base.db, organization.scope, staff.sessionId);
  await publish();
  expect(await answers()).toEqual([question]);
});

test("a question that waited for a long hold to end is not stale", async () => {
  await base.owner.query("update message set created_at = now() - interval '2 hours' where conversation_id = $1", [
    conversationId,
  ]);
  await change("since = now() - interval '3 hours', expires_at = now() - interval '1 second'");
  await endIdleHolds(base.db);
  await publish();
  expect(await answers()).toEqual([question]);
});

test("a stale question from before the hold is left to staff", async () => {
  await base.owner.query("update message set created_at = now() - interval '2 hours' where conversation_id = $1", [
    conversationId,
  ]);
  await change("since = now() - interval '1 hour', expires_at = now() - interval '1 second'");
  await endIdleHolds(base.db);
  await publish();
  expect(await answers()).toEqual([]);
});

test("closing answers nothing; a conversation that is reopened is answered", async () => {
  await closeConversation(base.db, staff, { conversationId });
  await publish();
  expect(await answers()).toEqual([]);
  await reopenConversation(base.db, staff, conversationId);
  await publish();
  expect(await answers()).toEqual([question]);
});
