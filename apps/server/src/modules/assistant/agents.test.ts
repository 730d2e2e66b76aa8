import type { AgentInfo, AgentRow } from "@homeroom/contract/assistant";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { removeOldPublicTalk } from "./actions/answer-visitor.ts";
import { buildAgent, type TestAgentProvider, testAgentProvider } from "./for-tests.ts";
import { AgentError } from "./port.ts";
import { assistantModule } from "./public.ts";

const base = prepareDatabase();
let app: FastifyInstance;
let organization: TestOrganization;
let token: string;
const chatgpt = testAgentProvider("chatgpt");
const dify = testAgentProvider("dify");

beforeAll(async () => {
  const parts = { providers: [chatgpt, dify], mayAnswer: async () => true };
  app = await serveModules(base.platform, [assistantModule(base.platform, parts)]);
});
afterAll(() => app.close());
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  ({ token } = await signInAs(base.db, organization, { role: "owner" }));
  for (const provider of [chatgpt, dify]) restore(provider);
});

function restore(provider: TestAgentProvider): void {
  provider.asked.length = 0;
  provider.reply = async ({ text }) => ({ kind: "said", text: `回覆：${text}`, conversation: null });
}

const post = <Result>(name: string, body: object, as = token) =>
  callApi<Result>(app, `POST /api_users/Member/${name}`, { token: as, body });
const get = <Result>(name: string, query = "", as = token) =>
  callApi<Result>(app, `GET /api_users/Member/${name}${query}`, { token: as });
const list = async (as = token) => (await get<AgentRow[]>("GPTList", "", as)).body.resultData as AgentRow[];

/** Another for each test: a key belongs to one agent. */
const newKey = () => `sk-test-${v7()}`;

async function saved(form: object = {}): Promise<{ recordID: string; apiKey: string }> {
  const apiKey = newKey();
  await post("TestChatgpt", { apiKey });
  const answer = await post<{ recordID: string }>("UpdateChatGPTSetting", {
    nickname: "小晨",
    name: "課程助理",
    apiKey,
    ...form,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { recordID: answer.body.resultData?.recordID ?? "", apiKey };
}

test("omitted fields of an edit stay", async () => {
  const written = {
    opening: "manual",
    openingText: "您好",
    waitSeconds: 9,
    handOverWords: ["真人"],
    instructions: "親切",
  };
  const { recordID } = await saved({ ...written, temperature: 0.4 });
  await post("UpdateChatGPTSetting", { recordID, nickname: "小夜", name: "課程助理" });
  const info = await get<AgentInfo>("GPTInfo", `?recordID=${recordID}`);
  expect(info.body.resultData).toMatchObject({ ...written, temperature: 0.4, nickname: "小夜" });
});

test("a key is saved sealed after a successful test, and only its end is shown", async () => {
  const apiKey = newKey();
  const form = { nickname: "小晨", name: "課程助理", apiKey, instructions: "親切", knowledge: "鋼琴班 500 元" };
  expect((await post("UpdateChatGPTSetting", form)).body).toMatchObject({ success: false, code: 100011 });
  expect((await post("TestChatgpt", { apiKey, content: "你好" })).body.resultData).toEqual({
    ok: true,
    detail: "回覆：你好",
  });
  expect((await post("UpdateChatGPTSetting", form)).status).toBe(200);
  const [agent] = await list();
  expect(agent).toMatchObject({ type: "chatgpt", status: 0, apiKey: { hasValue: true, last4: apiKey.slice(-4) } });
  const info = await get<AgentInfo>("GPTInfo", `?recordID=${agent?.recordID}`);
  expect(info.body.resultData).toMatchObject({ instructions: "親切", knowledge: "鋼琴班 500 元", waitSeconds: 6 });
  expect(JSON.stringify([agent, info.body])).not.toContain(apiKey);
  const stored = await base.owner.query(
    "select t::text as row from assistant_agent t union all select t::text from audit_entry t",
  );
  expect(stored.rows.map(({ row }) => String(row)).join()).not.toContain(apiKey);
});

test("a key tested by another person, or a different one, is not saved", async () => {
  const apiKey = newKey();
  await post("TestChatgpt", { apiKey, model: "gpt-5.4" });
  const { token: other } = await signInAs(base.db, organization, { role: "admin" });
  const form = { nickname: "小晨", name: "課程助理", apiKey, model: "gpt-5.4" };
  expect((await post("UpdateChatGPTSetting", form, other)).status).not.toBe(200);
  expect((await post("UpdateChatGPTSetting", { ...form, model: "gpt-5.4-mini" })).status).not.toBe(200);
  expect((await post("UpdateChatGPTSetting", form)).status).toBe(200);
});

test("a key and an assistant id belong to one agent", async () => {
  const { apiKey } = await saved();
  const form = { nickname: "小晚", name: "課程助理", apiKey };
  expect((await post("UpdateChatGPTSetting", form)).body).toMatchObject({
    code: 100016,
    errors: [{ field: "apiKey" }],
  });
  const assistantOrPromptID = "asst_abc123";
  const keys = [newKey(), newKey()];
  for (const key of keys) await post("TestChatgpt", { apiKey: key, assistantOrPromptID });
  const codes: number[] = [];
  for (const key of keys) {
    const sent = await post("UpdateChatGPTSetting", { ...form, apiKey: key, assistantOrPromptID });
    codes.push(sent.body.code);
  }
  expect(codes).toEqual([200, 100017]);
  expect((await post("UpdateChatGPTSetting", { ...form, assistantOrPromptID: "'; drop table" })).status).toBe(422);
});

test("an edit can omit the key, needs no test for its texts, and two edits do not overwrite each other", async () => {
  const { recordID, apiKey } = await saved();
  const form = { recordID, nickname: "小午", name: "課程助理", version: 1, knowledge: "新的" };
  const answers = await Promise.all([
    post("UpdateChatGPTSetting", form),
    post("UpdateChatGPTSetting", { ...form, nickname: "小晚" }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await list())[0]?.apiKey.last4).toBe(apiKey.slice(-4));
  const other = await post("UpdateChatGPTSetting", { ...form, version: 2, model: "gpt-5.4" });
  expect(other.status).not.toBe(200);
});

test("one agent answers for a branch, even if two are switched on at once", async () => {
  const agents = [await saved(), await saved(), await saved()];
  await Promise.all(agents.map(({ recordID }) => post("UpdateGPTStatus", { recordID, status: 1 })));
  expect((await list()).filter(({ status }) => status === 1)).toHaveLength(1);
  await post("UpdateGPTStatus", { recordID: agents[0]?.recordID, status: 1 });
  await post("UpdateGPTStatus", { recordID: agents[0]?.recordID, status: 1 });
  expect((await list()).find(({ status }) => status === 1)?.recordID).toBe(agents[0]?.recordID);
  expect((await get("DeleteGPTdata", `?recordID=${agents[0]?.recordID}`)).status).toBe(200);
  expect((await get("DeleteGPTdata", `?recordID=${agents[0]?.recordID}`)).status).toBe(404);
  expect(await list()).toHaveLength(2);
});

test("a failed test shows the specified code; a successful one restarts a stopped agent", async () => {
  const agentId = await buildAgent(base, organization);
  await base.owner.query(
    "update assistant_agent set attention_at = now(), attention_reason = 'keyInvalid' where agent_id = $1",
    [agentId],
  );
  chatgpt.reply = async () => {
    throw new AgentError({ reason: "quotaUsedUp", passing: false, detail: "no credit" });
  };
  const failed = await post("TestChatgpt", { recordID: agentId });
  expect(failed.body).toMatchObject({ success: false, code: 200105, details: { reason: "quotaUsedUp" } });
  expect((await list())[0]?.attention).not.toBeNull();
  restore(chatgpt);
  expect((await post("TestChatgpt", { recordID: agentId })).status).toBe(200);
  expect((await list())[0]?.attention).toBeNull();
  expect((await post("TestDifygpt", { recordID: agentId })).status).toBe(404);
});

test("a Dify agent needs only its key", async () => {
  const apiKey = `app-${v7()}`;
  expect((await post("TestDifygpt", { apiKey })).status).toBe(200);
  const form = { nickname: "小迪", appName: "課程問答", apiKey, waitSeconds: 3 };
  expect((await post("UpdateDifySetting", form)).status).toBe(200);
  expect(await list()).toMatchObject([{ type: "dify", name: "課程問答", model: "" }]);
});

test("people of another branch see nothing", async () => {
  await buildAgent(base, organization, { branchId: organization.branchIds[1] });
  const { recordID } = await saved();
  await base.owner.query(
    "insert into role_permission (organization_id, role_id, permission) select $1, $2, unnest(array['org:gpt:query', 'org:gpt:delete'])",
    [organization.organizationId, organization.roles.tutor],
  );
  const branchId = organization.branchIds[1];
  const { accountId } = await buildAccount(base.db, organization, { role: "tutor", branchIds: [branchId] });
  const there = await buildSession(base.db, organization, { accountId, branchId });
  expect((await list(there)).map((agent) => agent.recordID)).not.toContain(recordID);
  expect((await get("DeleteGPTdata", `?recordID=${recordID}`, there)).status).toBe(404);
});

const look = (query: string) => callApi<{ history: object[] }>(app, `GET /api_chat/GPT/Profile?${query}`);
const ask = (body: object) => callApi<{ sessionID: string; answer: string }>(app, "POST /api_chat/GPT/Ask", { body });

test("a public page answers by its key, keeps a visitor's conversation, and ends with its key", async () => {
  const { recordID } = await saved({ openingText: "您好" });
  const issued = await post<{ publicPath: string }>("IssueGPTKey", { recordID });
  const key = (issued.body.resultData?.publicPath ?? "").split("key=")[1] ?? "";
  expect((await look(`key=${key}`)).body.resultData).toEqual({ name: "小晨", openingText: "您好", history: [] });
  const first = (await ask({ key, content: "鋼琴班？" })).body.resultData;
  expect(first?.answer).toBe("回覆：鋼琴班？");
  await ask({ key, sessionID: first?.sessionID, content: "多少錢" });
  expect(chatgpt.asked.at(-1)?.question).toMatchObject({ text: "多少錢", mayHandOver: false, past: [{}, {}] });
  expect((await look(`key=${key}&sessionID=${first?.sessionID}`)).body.resultData?.history).toHaveLength(4);

  const renewed = await post<{ publicPath: string }>("IssueGPTKey", { recordID });
  expect((await ask({ key, content: "還在嗎" })).status).toBe(404);
  expect((await post("RevokeGPTKey", { recordID })).status).toBe(200);
  const latest = (renewed.body.resultData?.publicPath ?? "").split("key=")[1] ?? "";
  expect((await look(`key=${latest}`)).status).toBe(404);
  await base.owner.query("update assistant_public_session set last_at = now() - interval '31 days'");
  await removeOldPublicTalk(base.db);
  expect((await base.owner.query("select from assistant_public_message")).rowCount).toBe(0);
});

test("a public page resists guessing, flooding and access to other conversations", async () => {
  const keyOf = async () => {
    const issued = await post<{ publicPath: string }>("IssueGPTKey", { recordID: (await saved()).recordID });
    return (issued.body.resultData?.publicPath ?? "").split("key=")[1] ?? "";
  };
  const [key, otherKey] = [await keyOf(), await keyOf()];
  const talk = (await ask({ key, content: "我的電話是 123" })).body.resultData;
  expect((await look(`key=${otherKey}&sessionID=${talk?.sessionID}`)).body.resultData?.history).toEqual([]);
  expect((await ask({ key: otherKey, sessionID: talk?.sessionID, content: "說了什麼" })).status).toBe(404);
  expect((await ask({ key: "A".repeat(43), content: "你好" })).status).toBe(404);
  expect((await ask({ key, content: "長".repeat(2001) })).status).toBe(422);
  expect((await ask({ key, content: "   " })).status).toBe(422);
  expect((await ask({ key, content: 7 })).status).toBe(422);
  expect((await ask({ key, sessionID: "1 or 1=1", content: "你好" })).status).toBe(422);
});

test("a public page reports that its agent cannot answer, and staff see why", async () => {
  const { recordID } = await saved();
  const issued = await post<{ publicPath: string }>("IssueGPTKey", { recordID });
  const key = (issued.body.resultData?.publicPath ?? "").split("key=")[1] ?? "";
  chatgpt.reply = async () => {
    throw new AgentError({ reason: "keyInvalid", passing: false, detail: "wrong" });
  };
  const refused = await ask({ key, content: "你好" });
  expect(refused.body).toMatchObject({ success: false, code: 100541 });
  expect(JSON.stringify(refused.body)).not.toMatch(/wrong|keyInvalid/);
  await ask({ key, content: "你好" });
  expect(chatgpt.asked).toHaveLength(2);
  const agent = (await list()).find((one) => one.recordID === recordID);
  expect(agent).toMatchObject({ attention: { reason: "keyInvalid" }, today: { failures: 1 } });
});

test("a public page has limits of its own, by session and by address", async () => {
  const settings = { ...base.platform.settings, RATE_LIMITS: "on" as const };
  const parts = { providers: [chatgpt, dify], mayAnswer: async () => true };
  const limited = { ...base.platform, settings };
  const server = await serveModules(limited, [assistantModule(limited, parts)]);
  const { recordID } = await saved();
  const issued = await post<{ publicPath: string }>("IssueGPTKey", { recordID });
  const key = (issued.body.resultData?.publicPath ?? "").split("key=")[1] ?? "";
  const sent = (body: object) =>
    callApi<{ sessionID: string }>(server, "POST /api_chat/GPT/Ask", { body: { key, content: "你好", ...body } });
  const first = await sent({});
  const statuses = new Set<number>();
  for (let asked = 0; asked < 21; asked += 1)
    statuses.add((await sent({ sessionID: first.body.resultData?.sessionID })).status);
  expect([...statuses]).toEqual([200, 429]);
  for (let asked = 0; asked < 20; asked += 1) statuses.add((await sent({})).status);
  expect((await sent({})).status).toBe(429);
  await server.close();
});
