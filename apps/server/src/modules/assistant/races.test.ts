import type { ConversationId, RecordId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { buildActor, sendMessage } from "#modules/inbox/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { removeAgent, setAgentStatus } from "./actions/change-agent-state.ts";
import { switchAssistant } from "./actions/switch-assistant.ts";
import { buildAgent, linesOf, prepareAssistant, saidBy, testAssistant } from "./for-tests.ts";
import { AgentError } from "./port.ts";

const base = prepareDatabase();
const desk = prepareAssistant(base);

async function draftsIn(conversationId: ConversationId): Promise<string[]> {
  const found = await base.owner.query<{ text: string }>(
    "select text from assistant_draft where conversation_id = $1",
    [conversationId],
  );
  return found.rows.map(({ text }) => text);
}

const change = (agentId: RecordId, sets: string) =>
  base.owner.query(`update assistant_agent set ${sets}, version = version + 1 where agent_id = $1`, [agentId]);

/** The next answer waits until the test has done something. */
function whileThinking(work: () => Promise<unknown>, said = "晚了"): void {
  desk.provider.reply = async ({ text }) => {
    desk.provider.reply = async () => ({ kind: "said", text: `回覆：${text}`, conversation: null });
    await work();
    return { kind: "said", text: said, conversation: null };
  };
}

const admin = () =>
  buildActor(desk.organization, {
    permissions: ["chat:message:gpt", "chat:message:all", "org:gpt:query", "org:gpt:status", "org:gpt:delete"],
  });

test("five quick messages, each checked by two workers, are answered together and once", async () => {
  const agentId = await buildAgent(base, desk.organization, { settings: { waitSeconds: 6 } });
  let conversationId: ConversationId | undefined;
  const again: (Date | null)[] = [];
  for (const text of ["你好", "我想問", "鋼琴班", "星期六", "還有位嗎"]) {
    ({ conversationId } = await desk.customerWrites(text));
    again.push(...(await Promise.all([desk.answer(conversationId), desk.answer(conversationId)])));
  }
  expect(again.every((at) => at !== null && at.getTime() > Date.now())).toBe(true);
  expect(desk.provider.asked).toHaveLength(0);
  const id = conversationId as ConversationId;
  await base.owner.query("update message set created_at = now() - interval '7 seconds' where conversation_id = $1", [
    id,
  ]);
  await Promise.all([...again, ...again].map(() => desk.answer(id)));
  expect(await saidBy(base, id, "assistant")).toEqual(["回覆：你好\n我想問\n鋼琴班\n星期六\n還有位嗎"]);
  expect(desk.provider.asked).toHaveLength(1);
  const usage = await base.owner.query("select answers from assistant_usage where agent_id = $1", [agentId]);
  expect(usage.rows).toEqual([{ answers: 1 }]);
});

test("a crash while the agent is working loses no question and repeats no answer", async () => {
  await buildAgent(base, desk.organization);
  const { conversationId } = await desk.customerWrites("請問地址？");
  let dies: () => void = () => undefined;
  const dying = new Promise<void>((resolve) => {
    dies = resolve;
  });
  let saysLate: (text: string) => void = () => undefined;
  desk.provider.reply = () =>
    new Promise((resolve) => {
      dies();
      saysLate = (text) => resolve({ kind: "said", text, conversation: null });
    });
  const first = desk.answer(conversationId);
  await dying;
  desk.provider.reply = async () => ({ kind: "said", text: "彌敦道 1 號", conversation: null });
  // Its job runs again before anybody can know that it is dead: it has to look later, not to let it be.
  const later = await desk.answer(conversationId);
  expect(later?.getTime()).toBeGreaterThan(Date.now() + 60_000);
  expect(later?.getTime()).toBeLessThan(Date.now() + 180_000);
  await base.owner.query("update assistant_turn set claimed_at = claimed_at - interval '121 seconds'");
  await desk.answer(conversationId);
  // And it was alive after all.
  saysLate("太晚的回答");
  await first;
  expect(await saidBy(base, conversationId, "assistant")).toEqual(["彌敦道 1 號"]);
});

test("a person's message while the agent is working prevents its answer, in any order", async () => {
  await buildAgent(base, desk.organization);
  const { conversationId, leadId } = await desk.customerWrites("多少錢？");
  const actor = buildActor(desk.organization);
  let sending: Promise<unknown> = Promise.resolve();
  whileThinking(async () => {
    sending = sendMessage(base.db, actor, { leadId, type: "text", content: "我來" });
  });
  await desk.answer(conversationId);
  await sending;
  const rows = await base.owner.query<{ author: string }>(
    "select author from message where conversation_id = $1 and direction = 'out' order by position",
    [conversationId],
  );
  expect(rows.rows.at(-1)).toEqual({ author: "staff" });
  await desk.customerWrites("好的");
  await desk.answer(conversationId);
  expect(desk.provider.asked).toHaveLength(1);
});

test("a customer switched off while the agent is working gets no answer or suggestion", async () => {
  const agentId = await buildAgent(base, desk.organization);
  const { conversationId, leadId } = await desk.customerWrites("多少錢？");
  whileThinking(() => switchAssistant(base.db, admin(), { leadId, status: 0 }));
  expect(await desk.answer(conversationId)).toBeNull();
  expect(await saidBy(base, conversationId, "assistant")).toEqual([]);

  await change(agentId, `settings = settings || '{"way":"draft"}'`);
  await switchAssistant(base.db, admin(), { leadId, status: 1 });
  whileThinking(() => switchAssistant(base.db, admin(), { leadId, status: 0 }));
  await desk.answer(conversationId);
  expect(desk.provider.asked).toHaveLength(2);
  expect(await draftsIn(conversationId)).toEqual([]);
});

test("an agent switched to suggesting while it is working sends nothing", async () => {
  const agentId = await buildAgent(base, desk.organization);
  const { conversationId } = await desk.customerWrites("多少錢？");
  whileThinking(() => change(agentId, `settings = settings || '{"way":"draft"}'`), "500 元");
  await desk.answer(conversationId);
  expect(await saidBy(base, conversationId, "assistant")).toEqual([]);
  expect(await draftsIn(conversationId)).toEqual(["500 元"]);
});

test("a new agent of the branch takes over open questions", async () => {
  const [, other] = [
    await buildAgent(base, desk.organization),
    await buildAgent(base, desk.organization, { status: 0, settings: { openingText: "我是新的。" } }),
  ];
  const { conversationId } = await desk.customerWrites("多少錢？");
  whileThinking(() => setAgentStatus(base.db, admin(), { agentId: other, status: 1 }));
  const again = await desk.answer(conversationId);
  expect(again?.getTime()).toBeLessThan(Date.now() + 1000);
  expect(await saidBy(base, conversationId, "assistant")).toEqual([]);
  expect(await desk.answer(conversationId)).toBeNull();
  expect(await saidBy(base, conversationId, "assistant")).toEqual(["我是新的。\n\n回覆：多少錢？"]);
});

test("a conversation that changes branch while the agent is working is left to the other branch's agent", async () => {
  const [, elsewhere] = desk.organization.branchIds;
  await buildAgent(base, desk.organization);
  await buildAgent(base, desk.organization, { branchId: elsewhere, settings: { openingText: "我是新分校的。" } });
  const { conversationId, leadId } = await desk.customerWrites("我要投訴");
  desk.provider.reply = async () => {
    desk.provider.reply = async ({ text }) => ({ kind: "said", text: `回覆：${text}`, conversation: null });
    for (const table of ["lead", "conversation"])
      await base.owner.query(`update ${table} set branch_id = $2 where lead_id = $1`, [leadId, elsewhere]);
    return { kind: "handOver", reason: "asked", summary: "投訴", conversation: null };
  };
  expect((await desk.answer(conversationId))?.getTime()).toBeLessThan(Date.now() + 1000);
  expect(await linesOf(base, conversationId)).toEqual([]);
  await desk.answer(conversationId);
  expect(await saidBy(base, conversationId, "assistant")).toEqual(["我是新分校的。\n\n回覆：我要投訴"]);
});

test("a withdrawn question is not asked, and the others are", async () => {
  await buildAgent(base, desk.organization);
  const { conversationId } = await desk.customerWrites("多少錢？");
  const withdrawn = () =>
    base.owner.query("update message set revoked_at = now() where conversation_id = $1 and direction = 'in'", [
      conversationId,
    ]);
  await withdrawn();
  expect(await desk.answer(conversationId)).toBeNull();
  expect(desk.provider.asked).toHaveLength(0);
  await desk.customerWrites("請問地址？");
  await desk.answer(conversationId);
  await withdrawn();
  await desk.customerWrites("還有位嗎？");
  await desk.answer(conversationId);
  expect(desk.provider.asked.map(({ question }) => question)).toMatchObject([
    { text: "請問地址？", past: [] },
    { text: "還有位嗎？", past: [{ role: "centre", text: "回覆：請問地址？" }] },
  ]);
});

test("a failed suggestion does not use the assistant's attempts", async () => {
  await buildAgent(base, desk.organization);
  const { conversationId } = await desk.customerWrites("多少錢？");
  const { reply } = desk.provider;
  desk.provider.reply = async () => {
    throw new AgentError({ reason: "providerUnavailable", passing: true, detail: "" });
  };
  const again = await desk.answer(conversationId);
  expect(again?.getTime()).toBeGreaterThan(Date.now());
  await desk.answer(conversationId, { draft: true });
  desk.provider.reply = reply;
  expect((await desk.answer(conversationId))?.getTime()).toBe(again?.getTime());
  await base.owner.query("update assistant_turn set retry_at = now() where conversation_id = $1", [conversationId]);
  await desk.answer(conversationId);
  expect(await saidBy(base, conversationId, "assistant")).toEqual(["回覆：多少錢？"]);
});

test("an agent deleted while it is working sends nothing", async () => {
  const agentId = await buildAgent(base, desk.organization);
  const { conversationId } = await desk.customerWrites("多少錢？");
  whileThinking(() => removeAgent(testAssistant(base, [desk.provider]), admin(), agentId));
  expect(await desk.answer(conversationId)).toBeNull();
  expect(await saidBy(base, conversationId, "assistant")).toEqual([]);
});

test("a key replaced while the old one is refused does not stop the agent, and the question is repeated", async () => {
  const agentId = await buildAgent(base, desk.organization);
  const { conversationId } = await desk.customerWrites("多少錢？");
  desk.provider.reply = async () => {
    await change(agentId, "updated_at = now()");
    desk.provider.reply = async () => ({ kind: "said", text: "500 元", conversation: null });
    throw new AgentError({ reason: "keyInvalid", passing: false, detail: "wrong key" });
  };
  expect((await desk.answer(conversationId))?.getTime()).toBeGreaterThan(Date.now());
  await base.owner.query("update assistant_turn set retry_at = now()");
  await desk.answer(conversationId);
  expect(await saidBy(base, conversationId, "assistant")).toEqual(["500 元"]);
});

test("an internal error is shown to staff like any other failure, with few retries", async () => {
  await buildAgent(base, desk.organization);
  const { conversationId } = await desk.customerWrites("多少錢？");
  desk.provider.reply = async () => {
    throw new TypeError("of no use");
  };
  for (let round = 0; round < 6; round += 1) {
    await desk.answer(conversationId);
    await base.owner.query("update assistant_turn set retry_at = now() where retry_at is not null");
  }
  expect(desk.provider.asked).toHaveLength(4);
  expect(await linesOf(base, conversationId)).toEqual([{ kind: "failed", reason: "unknown", summary: "" }]);
});
