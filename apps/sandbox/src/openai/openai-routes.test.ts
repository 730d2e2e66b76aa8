import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningTestSandbox, runSandbox } from "../testing/run-sandbox.ts";

let sandbox: RunningTestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(() => sandbox.close());

function call(path: string, body: object, key = "sk-test-key") {
  return fetch(`${sandbox.url}/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const model = "gpt-5.4-mini";
const instructions = 'Call hand_over with reason "unsure" …\n\n# Knowledge\n鋼琴班每堂 500 元\n地址：旺角彌敦道 1 號';
const tools = [{ type: "function", name: "hand_over", parameters: {} }];

interface Responded {
  status: string;
  output: { type: string; arguments?: string; content?: { text: string }[] }[];
}
const respond = async (input: string, more: object = {}) =>
  (await (await call("/responses", { model, instructions, input, ...more })).json()) as Responded;

test("an answer uses the question and what the agent knows", async () => {
  const { status, output } = await respond("鋼琴班怎麼收費？");
  expect(status).toBe("completed");
  expect(output[0]?.content?.[0]?.text).toBe("關於「鋼琴班怎麼收費？」：鋼琴班每堂 500 元");
});

test("it hands over where it is asked to, or does not know, if it may", async () => {
  expect((await respond("我要找真人", { tools })).output[0]).toMatchObject({ type: "function_call" });
  expect((await respond("停車方便嗎", { tools })).output[0]?.arguments).toContain("unsure");
  expect((await respond("停車方便嗎")).output[0]?.type).toBe("message");
});

test("a stream carries the same words in pieces and ends with the whole", async () => {
  const text = await (await call("/responses", { model, input: "hello", stream: true })).text();
  const frames = text.split("\n\n").flatMap((frame) => frame.split("data: ").slice(1));
  const events = frames.map((frame) => JSON.parse(frame) as { type: string; delta?: string; response?: Responded });
  const words = events.map(({ delta }) => delta ?? "").join("");
  expect(events.at(-1)?.response?.output[0]?.content?.[0]?.text).toBe(words);
  expect(events.map(({ type }) => type)).toContain("response.output_text.delta");
});

test("a conversation keeps what was said in it", async () => {
  const { id } = (await (await call("/conversations", {})).json()) as { id: string };
  await respond("hello", { conversation: id });
  const listed = await fetch(`${sandbox.url}/v1/conversations/${id}/items`, {
    headers: { authorization: "Bearer sk-test-key" },
  });
  expect(((await listed.json()) as { data: object[] }).data).toHaveLength(2);
  expect((await call("/responses", { model, input: "hello", conversation: "conv_none" })).status).toBe(404);
});

test.each([
  ["#keyInvalid", 401],
  ["#quotaUsedUp", 429],
  ["#rateLimited", 429],
  ["#serverError", 500],
])("a word of the question makes it fail: %s", async (word, status) => {
  expect((await call("/responses", { model, input: `你好 ${word}` })).status).toBe(status);
});

test("a switch makes so many answers fail, and keys are neither taken blindly nor kept", async () => {
  await sandbox.control("PATCH", "/ai", { trouble: "serverError", count: 2 });
  const statuses: number[] = [];
  for (let asked = 0; asked < 3; asked += 1) statuses.push((await call("/responses", { model, input: "hi" })).status);
  expect(statuses).toEqual([500, 500, 200]);
  expect((await call("/responses", { model, input: "hi" }, "wrong-key")).status).toBe(401);
  const { body } = await sandbox.control("GET", "/requests");
  expect(JSON.stringify(body)).not.toContain("sk-test-key");
});

test("Dify answers blocking or streaming, and binds a conversation to its person", async () => {
  const ask = (body: object, key = "app-test-key") => call("/chat-messages", { inputs: {}, user: "u1", ...body }, key);
  const first = (await (await ask({ query: "您好", response_mode: "blocking" })).json()) as Record<string, string>;
  expect(first["answer"]).toBe("您好，請問想了解哪方面的課程？");
  const again = { query: "再問", response_mode: "blocking", conversation_id: first["conversation_id"] };
  expect((await ask(again)).status).toBe(200);
  expect((await ask({ ...again, user: "u2" })).status).toBe(404);
  expect((await ask({ query: "您好", response_mode: "blocking" }, "app-agent-key")).status).toBe(400);
  const streamed = await (await ask({ query: "您好", response_mode: "streaming" }, "app-agent-key")).text();
  expect(streamed).toContain('"event":"message_end"');
  expect((await ask({ query: "您好", response_mode: "blocking" }, "sk-other")).status).toBe(401);
});
