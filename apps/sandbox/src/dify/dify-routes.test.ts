import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningTestSandbox, runSandbox } from "../testing/run-sandbox.ts";

let sandbox: RunningTestSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(() => sandbox.close());

function ask(body: object, key = "app-test-key") {
  return fetch(`${sandbox.url}/v1/chat-messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ inputs: {}, user: "u1", query: "您好", response_mode: "blocking", ...body }),
  });
}

interface Frame extends Record<string, unknown> {
  event: string;
  answer?: string;
}

async function streamed(query: string, key: string): Promise<Frame[]> {
  const text = await (await ask({ query, response_mode: "streaming" }, key)).text();
  expect(text.startsWith("event: ping\n\n")).toBe(true);
  return text.split("\n\n").flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6)) as Frame] : []));
}

const kinds = (frames: Frame[]) => frames.map(({ event }) => event).filter((one, at, all) => one !== all[at - 1]);
const wordsOf = (frames: Frame[], event: string) =>
  frames.flatMap((frame) => (frame.event === event ? [frame.answer ?? ""] : [])).join("");
const greeting = "您好，請問想了解哪方面的課程？";

test("an app answers blocking and binds a conversation to its person", async () => {
  const first = (await (await ask({})).json()) as Record<string, string>;
  expect(first).toMatchObject({ event: "message", mode: "chat", answer: greeting });
  const again = { query: "再問", conversation_id: first["conversation_id"] };
  expect((await ask(again)).status).toBe(200);
  const other = await ask({ ...again, user: "u2" });
  expect(other.status).toBe(404);
  expect(await other.json()).toEqual({ code: "not_found", message: "Conversation Not Exists.", status: 404 });
  expect((await ask({}, "sk-other")).status).toBe(401);
});

test("a new agent app refuses blocking mode with the published message", async () => {
  const refusal = await ask({}, "app-agent-key");
  expect(refusal.status).toBe(400);
  const message = "Agent App only supports streaming response mode.";
  expect(await refusal.json()).toEqual({ code: "bad_request", message, status: 400 });
});

/** As the published specification lists them, without repetitions. */
test.each([
  ["app-test-key", ["message", "message_end"], "message"],
  ["app-agent-key", ["agent_thought", "agent_message", "message", "message_end"], "agent_message"],
  [
    "app-flow-key",
    ["workflow_started", "node_started", "message", "node_finished", "message_end", "workflow_finished"],
    "message",
  ],
])("an app of %s streams its own frames, each with its ids", async (key, expected, said) => {
  const frames = await streamed("您好", key);
  expect(kinds(frames)).toEqual(expected);
  expect(wordsOf(frames, said)).toBe(greeting);
  if (said === "agent_message") expect(wordsOf(frames, "message")).toBe(greeting);
  for (const frame of frames)
    expect(frame).toMatchObject({
      task_id: expect.any(String),
      message_id: expect.any(String),
      conversation_id: expect.any(String),
      created_at: expect.any(Number),
    });
});

test.each([
  ["#replaced", ["message", "message_replace", "message_end"]],
  ["#midway", ["message", "error"]],
  ["#needsPerson", ["message", "human_input_required", "workflow_paused"]],
  ["#broken", ["message"]],
])("a stream goes wrong where it is told to: %s", async (word, expected) => {
  const frames = await streamed(`請問地址 ${word}`, "app-test-key");
  expect(kinds(frames)).toEqual(expected);
  if (word === "#midway") expect(frames.at(-1)).toMatchObject({ status: 400, code: "completion_request_error" });
});

test("a stream is cut in the middle", async () => {
  await expect(streamed("請問 #cut", "app-test-key")).rejects.toThrow();
  await expect(ask({ query: "請問 #cut" }).then((answer) => answer.text())).rejects.toThrow();
});

test.each([
  ["#keyInvalid", 401],
  ["#permissionMissing", 403],
  ["#modelMissing", 400],
  ["#quotaUsedUp", 400],
  ["#rateLimited", 429],
  ["#serverError", 500],
  ["#unavailable", 503],
  ["#midway", 400],
])("a word of the question makes it fail: %s", async (word, status) => {
  const answer = await ask({ query: `你好 ${word}` });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ status, code: expect.any(String), message: expect.any(String) });
});
