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

interface ResponseBody {
  status: string;
  output: { type: string; arguments?: string; content?: { text?: string; refusal?: string }[] }[];
}
const respond = async (input: string, more: object = {}) =>
  (await (await call("/responses", { model, instructions, input, ...more })).json()) as ResponseBody;

test("an answer uses the question and the agent's knowledge", async () => {
  const { status, output } = await respond("鋼琴班怎麼收費？");
  expect(status).toBe("completed");
  expect(output[0]?.content?.[0]?.text).toBe("關於「鋼琴班怎麼收費？」：鋼琴班每堂 500 元");
});

test("it hands over on request or without knowledge, if allowed", async () => {
  expect((await respond("我要找真人", { tools })).output[0]).toMatchObject({ type: "function_call" });
  expect((await respond("停車方便嗎", { tools })).output[0]?.arguments).toContain("unsure");
  expect((await respond("停車方便嗎")).output[0]?.type).toBe("message");
});

interface Frame extends Record<string, unknown> {
  type: string;
  delta?: string;
  response?: ResponseBody;
}

async function streamed(path: string, body: object, key?: string): Promise<Frame[]> {
  const text = await (await call(path, body, key)).text();
  return text.split("\n\n").flatMap((frame) => {
    const [event = "", data] = frame.split("\ndata: ");
    if (!data) return [];
    const read = JSON.parse(data) as Frame;
    expect(event).toBe(`event: ${read.type}`);
    return [read];
  });
}

/** What the published specification requires in each kind of frame, besides `type` and `sequence_number`. */
const place = ["item_id", "output_index", "content_index"];
const required: Readonly<Record<string, readonly string[]>> = {
  "response.created": ["response"],
  "response.in_progress": ["response"],
  "response.output_item.added": ["output_index", "item"],
  "response.content_part.added": [...place, "part"],
  "response.output_text.delta": [...place, "delta", "logprobs"],
  "response.output_text.done": [...place, "text", "logprobs"],
  "response.refusal.delta": [...place, "delta"],
  "response.refusal.done": [...place, "refusal"],
  "response.function_call_arguments.delta": ["item_id", "output_index", "delta"],
  "response.function_call_arguments.done": ["item_id", "name", "output_index", "arguments"],
  "response.content_part.done": [...place, "part"],
  "response.output_item.done": ["output_index", "item"],
  "response.completed": ["response"],
  "response.incomplete": ["response"],
  "response.failed": ["response"],
};

test.each([
  ["words", { input: "hello" }, "response.output_text.delta", "completed"],
  ["a call of a function", { input: "我要找真人", tools }, "response.function_call_arguments.delta", "completed"],
  ["a refusal", { input: "hello #refused" }, "response.refusal.delta", "completed"],
  ["half an answer", { input: "hello #cutOff" }, "response.output_text.delta", "incomplete"],
  ["what is filtered", { input: "hello #filtered" }, undefined, "incomplete"],
  ["a failure", { input: "hello #midway" }, undefined, "failed"],
])("a stream of %s has the published frames, the pieces of which make the whole", async (_, asked, delta, end) => {
  const frames = await streamed("/responses", { model, stream: true, ...asked });
  expect(frames.map(({ sequence_number: number }) => number)).toEqual(frames.map((_frame, index) => index));
  for (const frame of frames)
    expect(Object.keys(frame)).toEqual(expect.arrayContaining([...(required[frame.type] ?? ["?"])]));
  expect(frames.slice(0, 2).map(({ type }) => type)).toEqual(["response.created", "response.in_progress"]);
  const last = frames.at(-1);
  expect(last).toMatchObject({ type: `response.${end}`, response: { status: end } });
  const pieces = frames.filter(({ type }) => type === delta).map((frame) => frame.delta ?? "");
  const [item] = last?.response?.output ?? [];
  const part = item?.content?.[0];
  expect(pieces.join("")).toBe(item?.arguments ?? part?.text ?? part?.refusal ?? "");
});

test("a stream breaks in the middle when switched to", async () => {
  const asked = { model, input: "hello #broken", stream: true };
  expect((await streamed("/responses", asked)).at(-1)?.type).not.toBe("response.completed");
  await expect(streamed("/responses", { ...asked, input: "hello #cut" })).rejects.toThrow();
});

test("a conversation keeps its messages", async () => {
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
  ["#permissionMissing", 403],
  ["#modelMissing", 404],
  ["#conflict", 409],
  ["#badRequest", 400],
  ["#quotaUsedUp", 429],
  ["#rateLimited", 429],
  ["#serverError", 500],
  ["#unavailable", 503],
])("a word of the question makes it fail: %s", async (word, status) => {
  expect((await call("/responses", { model, input: `你好 ${word}` })).status).toBe(status);
});

test("a switch makes a number of answers fail; keys are checked and not stored", async () => {
  await sandbox.control("PATCH", "/ai", { trouble: "serverError", count: 2 });
  const statuses: number[] = [];
  for (let asked = 0; asked < 3; asked += 1) statuses.push((await call("/responses", { model, input: "hi" })).status);
  expect(statuses).toEqual([500, 500, 200]);
  expect((await call("/responses", { model, input: "hi" }, "wrong-key")).status).toBe(401);
  const { body } = await sandbox.control("GET", "/requests");
  expect(JSON.stringify(body)).not.toContain("sk-test-key");
});
