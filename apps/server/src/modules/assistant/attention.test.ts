import type { ConversationId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { buildActor, sendMessage } from "#modules/inbox/for-tests";
import { waitingCustomers } from "#modules/inbox/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { answerCustomer } from "./actions/answer-customer.ts";
import { lookForQuestions } from "./actions/look-again.ts";
import { testAgent } from "./actions/test-agent.ts";
import { buildAgent, linesOf, prepareAssistant, saidBy, testAgentProvider, testAssistant } from "./for-tests.ts";
import { answerCustomerJob } from "./jobs.ts";
import { AgentError } from "./port.ts";

const base = prepareDatabase();
const desk = prepareAssistant(base);

async function look(): Promise<ConversationId[]> {
  const { organizationId } = desk.organization;
  const found: ConversationId[] = [];
  await lookForQuestions(testAssistant(base, [desk.provider]), organizationId, (conversationId) => {
    found.push(conversationId);
    return { job: answerCustomerJob, data: { organizationId, conversationId, draft: false } };
  });
  return found;
}

async function noteOf(conversationId: ConversationId): Promise<unknown> {
  const found = await base.owner.query("select assistant_note from conversation where conversation_id = $1", [
    conversationId,
  ]);
  return found.rows[0]?.assistant_note;
}

const keyRefused = { kind: "failed", reason: "keyInvalid", summary: "" };

function refuseKey(): void {
  desk.provider.reply = async () => {
    throw new AgentError({ reason: "keyInvalid", passing: false, detail: "wrong key" });
  };
}

test("staff see in every conversation, once, that the assistant does not answer and why", async () => {
  await buildAgent(base, desk.organization);
  refuseKey();
  const first = await desk.customerWrites("你好");
  await desk.answer(first.conversationId);
  const second = await desk.customerWrites("多少錢？", "85261110000");
  for (const text of ["有人嗎", "喂"]) {
    await desk.answer(first.conversationId);
    await desk.answer(second.conversationId);
    await desk.customerWrites(text);
    await desk.customerWrites(text, "85261110000");
  }
  expect(await look()).toHaveLength(2);
  await desk.answer(first.conversationId);
  await desk.answer(second.conversationId);
  expect(await look()).toEqual([]);
  expect(desk.provider.asked).toHaveLength(1);
  expect(await linesOf(base, first.conversationId)).toEqual([keyRefused]);
  expect(await linesOf(base, second.conversationId)).toEqual([keyRefused]);
  expect(await noteOf(second.conversationId)).toMatchObject({ kind: "failed", reason: "keyInvalid" });
});

test("the notice appears only where the assistant would have answered", async () => {
  const agentId = await buildAgent(base, desk.organization, { settings: { opening: "manual" } });
  await base.owner.query(
    "update assistant_agent set attention_at = now(), attention_reason = 'quotaUsedUp' where agent_id = $1",
    [agentId],
  );
  const { conversationId, leadId } = await desk.customerWrites("你好");
  await desk.answer(conversationId);
  expect(await linesOf(base, conversationId)).toEqual([]);
  await base.owner.query("update lead set gpt_status = 1 where lead_id = $1", [leadId]);
  await desk.answer(conversationId);
  expect(await linesOf(base, conversationId)).toMatchObject([{ kind: "failed", reason: "quotaUsedUp" }]);
  await sendMessage(base.db, buildActor(desk.organization), { leadId, type: "text", content: "我來" });
  expect(await noteOf(conversationId)).toBeNull();
  await desk.customerWrites("謝謝");
  await desk.answer(conversationId);
  expect(await linesOf(base, conversationId)).toHaveLength(1);
});

test("once fixed, customers who still wait are answered, and the mark disappears", async () => {
  const agentId = await buildAgent(base, desk.organization);
  refuseKey();
  const first = await desk.customerWrites("你好");
  await desk.answer(first.conversationId);
  const second = await desk.customerWrites("多少錢？", "85261110000");
  await desk.answer(second.conversationId);
  const served = await desk.customerWrites("地址？", "85261110001");
  await desk.answer(served.conversationId);
  await sendMessage(base.db, buildActor(desk.organization), { leadId: served.leadId, type: "text", content: "旺角" });

  desk.provider.reply = async ({ text }) => ({ kind: "said", text: `回覆：${text}`, conversation: null });
  const actor = buildActor(desk.organization, { permissions: ["org:gpt:test", "org:gpt:query"] });
  const limit = { take: async () => undefined, giveBack: async () => undefined, clear: async () => undefined };
  const trial = { type: "chatgpt" as const, recordID: agentId, apiKey: "", assistantId: "", model: "", content: "" };
  const told = { instructions: "", knowledge: "", temperature: null };
  await testAgent(testAssistant(base, [desk.provider]), limit, { actor, trial: { ...trial, ...told } });
  const right = await base.owner.query(
    "select from outbox where event = 'assistant.agent-right' and aggregate_id = $1",
    [agentId],
  );
  expect(right.rowCount).toBe(1);
  for (const conversationId of await look()) await desk.answer(conversationId);
  expect(await saidBy(base, first.conversationId, "assistant")).toEqual(["回覆：你好"]);
  expect(await saidBy(base, second.conversationId, "assistant")).toEqual(["回覆：多少錢？"]);
  expect(await saidBy(base, served.conversationId, "assistant")).toEqual([]);
  expect(await noteOf(second.conversationId)).toBeNull();
});

test("a customer who was handed over waits for a person, even after an automatic line", async () => {
  await buildAgent(base, desk.organization);
  await desk.customerWrites("鋼琴班多少錢？");
  const { conversationId, leadId } = await desk.customerWrites("多少錢");
  await desk.answer(conversationId);
  await base.owner.query("update message set created_at = now() - interval '90 minutes' where conversation_id = $1", [
    conversationId,
  ]);
  await desk.customerWrites("我要找真人");
  await base.owner.query(
    "update message set created_at = now() - interval '10 minutes' where conversation_id = $1 and text = '我要找真人'",
    [conversationId],
  );
  desk.provider.reply = async () => ({ kind: "handOver", reason: "asked", summary: "想報名", conversation: null });
  await desk.answer(conversationId);
  expect(await noteOf(conversationId)).toMatchObject({ kind: "handedOver", reason: "asked" });
  const holds = await base.owner.query("select from conversation_hold where conversation_id = $1", [conversationId]);
  expect(holds.rowCount).toBe(0);
  const waiting = async (minutes: number) => {
    const branchId = desk.organization.branchIds[0];
    const asked = { branchId, minutes, after: null, limit: 10 };
    const found = await inTransaction(base.db, desk.organization.scope, (tx) =>
      waitingCustomers(tx, desk.organization.scope, asked),
    );
    return found.waiting.map((one) => one.conversationId);
  };
  expect(await waiting(5)).toEqual([conversationId]);
  expect(await waiting(30)).toEqual([]);
  await sendMessage(base.db, buildActor(desk.organization), { leadId, type: "text", content: "我是林老師" });
  expect(await waiting(5)).toEqual([]);
  expect(await noteOf(conversationId)).toBeNull();
});

test("a failed suggestion notifies nobody", async () => {
  await buildAgent(base, desk.organization, { settings: { opening: "manual" }, type: "dify" });
  desk.provider = testAgentProvider("dify");
  const { conversationId } = await desk.customerWrites("停車方便嗎");
  desk.provider.reply = async () => ({ kind: "handOver", reason: "unsure", summary: "", conversation: null });
  const { organizationId } = desk.organization;
  await answerCustomer(testAssistant(base, [desk.provider]), { organizationId, conversationId, draft: true });
  expect(await linesOf(base, conversationId)).toEqual([{ kind: "failed", reason: "unsure", summary: "" }]);
  const told = await base.owner.query(
    "select from outbox where event = 'assistant.handed-over' and aggregate_id = $1",
    [conversationId],
  );
  expect(told.rowCount).toBe(0);
  expect(await noteOf(conversationId)).toMatchObject({ kind: "failed", reason: "unsure" });
  desk.provider.reply = async () => ({ kind: "said", text: "門口可停車", conversation: null });
  await answerCustomer(testAssistant(base, [desk.provider]), { organizationId, conversationId, draft: true });
  expect(await noteOf(conversationId)).toBeNull();
});
