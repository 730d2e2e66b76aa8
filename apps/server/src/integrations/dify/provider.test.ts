import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, test } from "vitest";
import type { AgentError, Question } from "#modules/assistant/port";
import { prepareListener } from "#platform/http/listener-for-tests";
import { readStream } from "./answers.ts";
import { difyProvider } from "./provider.ts";

interface Reply {
  status: number;
  type?: string;
  headers?: Record<string, string>;
  body: string;
  /** The line is cut after the body, or nothing more comes. */
  cut?: boolean;
  hangs?: boolean;
}

let replies: Reply[] = [];
let seen: Record<string, unknown>[] = [];

const listener = prepareListener(({ body: text }, response) => {
  seen.push(JSON.parse(text) as Record<string, unknown>);
  const reply = replies.shift() ?? { status: 500, body: "{}" };
  response.writeHead(reply.status, { "content-type": reply.type ?? "application/json", ...reply.headers });
  if (reply.cut) response.write(reply.body, () => setTimeout(() => response.destroy(), 50));
  else if (reply.hangs) response.write(reply.body);
  else response.end(reply.body);
});
beforeEach(() => {
  seen = [];
});

const access = { apiKey: "app-secret-key", model: "", instructions: "", temperature: null };
const question: Question = { past: [], text: "多少錢", conversation: "c-1", person: "abc", mayHandOver: true };
const said = (answer: string): Reply => ({ status: 200, body: JSON.stringify({ answer, conversation_id: "c-2" }) });
const refused = (status: number, code: string, message = ""): Reply => ({
  status,
  body: JSON.stringify({ code, message, status }),
});
const sse = (frames: readonly object[]) => frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("");
const streamed = (body: string, more: Partial<Reply> = {}): Reply => ({
  status: 200,
  type: "text/event-stream",
  body,
  ...more,
});
const stream = (frames: readonly object[]): Reply =>
  streamed(`event: ping\n\n${sse(frames)}event: ping\n\ndata: {broken\n\n`);
/** As the published specification words it. */
const onlyStreams = refused(400, "bad_request", "Agent App only supports streaming response mode.");
/** Of every frame but `ping`. */
const ids = {
  task_id: "c3800678-a077-43df-a102-53f23ed20b88",
  message_id: "9da23599-e713-473b-982c-4328d4f5c78a",
  conversation_id: "c-3",
  created_at: 1705395332,
};
const frame = (event: string, more: object = {}) => ({ event, ...ids, ...more });

function asks(given: Reply[]) {
  replies = [...given];
  return difyProvider(`${listener.origin}/v1`).answer(access, question);
}

test("signs that no database keeps are taken out", async () => {
  expect(await asks([said("500\u0000 元")])).toMatchObject({ text: "500\ufffd 元" });
  const refusal = asks([refused(401, "unauthorized", "no\u0000")]);
  await expect(refusal).rejects.toMatchObject({ problem: { detail: "no\ufffd" } });
});

test("a question is answered in blocking mode, with a conversation to continue", async () => {
  expect(await asks([said("500 元")])).toEqual({ kind: "said", text: "500 元", conversation: "c-2" });
  expect(seen).toMatchObject([{ query: "多少錢", response_mode: "blocking", conversation_id: "c-1", user: "abc" }]);
});

test.each([
  ["a new agent app", onlyStreams],
  ["an agent app of before", refused(400, "invalid_param", "Agent Chat App does not support blocking mode")],
])("%s refuses blocking mode and is streamed from; frames that are not known are passed over", async (_, refusal) => {
  const frames = [
    frame("agent_thought", { id: "t-1", position: 1, thought: "…", tool: "", tool_input: "" }),
    frame("agent_message", { answer: "500" }),
    frame("reasoning_chunk", { data: { reasoning: "…", is_final: true } }),
    frame("message_file", { type: "image", belongs_to: "assistant", url: "https://example.com/a.png" }),
    frame("agent_message", { answer: " 元" }),
    frame("message_end", { metadata: { usage: {} } }),
    frame("tts_message_end", { audio: "" }),
  ];
  expect(await asks([refusal, stream(frames)])).toEqual({ kind: "said", text: "500 元", conversation: "c-3" });
  expect(seen.map((call) => call["response_mode"])).toEqual(["blocking", "streaming"]);
});

test.each([
  [
    "a new agent app's closing message is the whole, not more of it",
    [frame("agent_message", { answer: "500" }), frame("agent_message", { answer: " 元" })],
    [frame("message", { answer: "500 元" })],
  ],
  [
    "a chatflow's messages follow one another",
    [frame("message", { answer: "500" })],
    [frame("message", { answer: " 元" })],
  ],
  [
    "what moderation puts in its place is what counts",
    [frame("message", { answer: "罵人的話" })],
    [frame("message_replace", { answer: "500 元", reason: "output_moderation" })],
  ],
])("%s", async (_, first, then) => {
  const answer = await asks([onlyStreams, stream([...first, ...then, frame("message_end")])]);
  expect(answer).toEqual({ kind: "said", text: "500 元", conversation: "c-3" });
});

test("text split within a character, a line or a frame arrives complete", async () => {
  const bytes = Buffer.from(
    sse([frame("agent_message", { answer: "鋼琴班" }), frame("message_end")]).replaceAll("\n", "\r\n"),
  );
  const inBytes = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const next = (at: number): unknown =>
      at >= bytes.length
        ? response.end()
        : response.write(bytes.subarray(at, at + 7), () => setImmediate(next, at + 7));
    next(0);
  });
  await new Promise<void>((resolve) => inBytes.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = inBytes.address() as AddressInfo;
    const answer = await readStream(await fetch(`http://127.0.0.1:${port}`), access.apiKey);
    expect(answer).toEqual({ text: "鋼琴班", conversation: "c-3", needsPerson: false });
  } finally {
    inBytes.close();
  }
});

test.each([
  [
    "in its stream",
    [
      onlyStreams,
      stream([
        frame("workflow_started", { data: { reason: "initial" } }),
        frame("message", { answer: "想退費" }),
        frame("human_input_required", { data: { form_content: "Please review." } }),
        frame("workflow_paused", { data: { status: "paused" } }),
      ]),
    ],
  ],
  [
    "in a blocking answer",
    [
      {
        status: 200,
        body: JSON.stringify({ event: "workflow_paused", conversation_id: "c-3", answer: "想退費", data: {} }),
      },
    ],
  ],
])("an app whose flow waits for a person hands over: %s", async (_, given) => {
  expect(await asks(given)).toEqual({ kind: "handOver", reason: "unsure", summary: "想退費", conversation: "c-3" });
});

test.each([
  ["deleted, or another person's", refused(404, "not_found", "Conversation Not Exists.")],
  ["ended", refused(400, "conversation_completed", "The conversation has ended. Please start a new conversation.")],
])("a conversation that is gone is started again, once: %s", async (_, gone) => {
  expect(await asks([gone, said("好")])).toMatchObject({ text: "好" });
  expect(seen.map((call) => call["conversation_id"])).toEqual(["c-1", ""]);
  const error = await asks([gone, gone]).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ problem: { reason: "badRequest", passing: false } });
  expect(seen).toHaveLength(4);
});

test("other errors of a question are not retried", async () => {
  const error = await asks([refused(400, "invalid_param", "Agent App has no bound Agent")]).catch(
    (problem: unknown) => problem,
  );
  expect(error).toMatchObject({ problem: { reason: "badRequest", detail: "Agent App has no bound Agent" } });
  expect(seen).toHaveLength(1);
});

test("an app hands over by its marker", async () => {
  expect(await asks([said("[[HANDOVER]] 想報名")])).toEqual({
    kind: "handOver",
    reason: "unsure",
    summary: "想報名",
    conversation: "c-2",
  });
});

const half = sse([frame("message", { answer: "一半" })]);
const midway = (status: number, code: string) =>
  stream([frame("message", { answer: "一半" }), { event: "error", message_id: "m", status, code, message: "…" }]);

test.each([
  [[refused(401, "unauthorized", "app-secret-key is invalid")], "keyInvalid", false],
  [[refused(401, "unauthorized", "Access token app-secretOther is invalid")], "keyInvalid", false],
  [[refused(400, "provider_not_initialize", "No valid model provider credentials")], "keyInvalid", false],
  [[refused(403, "workflow_version_execution_not_allowed")], "permissionMissing", false],
  [[refused(400, "provider_quota_exceeded")], "quotaUsedUp", false],
  [[refused(429, "rate_limit_error")], "quotaUsedUp", false],
  [[refused(400, "app_unavailable")], "modelMissing", false],
  [[refused(400, "not_chat_app")], "modelMissing", false],
  [[refused(400, "agent_not_published")], "modelMissing", false],
  [[refused(400, "model_currently_not_support")], "modelMissing", false],
  [[refused(400, "bad_request", "Cannot use draft workflow version.")], "badRequest", false],
  [[refused(429, "too_many_requests")], "rateLimited", true],
  [[refused(400, "completion_request_error")], "providerUnavailable", true],
  [[refused(500, "internal_server_error")], "providerUnavailable", true],
  [[{ status: 503, body: "" }], "providerUnavailable", true],
  [[{ status: 502, body: "<html>" }], "providerUnavailable", true],
  [[{ status: 200, body: '{"event":"mes' }], "providerUnavailable", true],
  [[{ status: 200, body: "null" }], "providerUnavailable", true],
  [[said("  ")], "emptyAnswer", false],
  [[onlyStreams, refused(500, "internal_server_error")], "providerUnavailable", true],
  [[onlyStreams, stream([frame("message_end")])], "emptyAnswer", false],
  [[onlyStreams, streamed(half)], "noAnswer", true],
  [[onlyStreams, streamed(half, { cut: true })], "noAnswer", true],
  [[onlyStreams, streamed(`${half}data: {"event":"mess`, { cut: true })], "noAnswer", true],
  [[onlyStreams, midway(400, "provider_quota_exceeded")], "quotaUsedUp", false],
  [[onlyStreams, midway(500, "internal_server_error")], "providerUnavailable", true],
  [[onlyStreams, midway(400, "completion_request_error")], "providerUnavailable", true],
] as const)("a failure is classified: %#", async (given, reason, passing) => {
  const error = await asks([...given]).catch((problem: unknown) => problem);
  expect(error).toMatchObject({ problem: { reason, passing } });
  expect((error as AgentError).problem.detail).not.toContain("secret");
});

test.each([
  ["at the beginning", [{ status: 200, body: "", hangs: true }]],
  ["in the middle of its words", [onlyStreams, streamed(half, { hangs: true })]],
])("an app that stays silent is waited for only so long: %s", async (_, given) => {
  replies = [...given];
  const error = await difyProvider(`${listener.origin}/v1`, { timeoutMs: 300 })
    .answer(access, question)
    .catch((problem: unknown) => problem);
  expect(error).toMatchObject({ problem: { reason: "noAnswer", passing: true, detail: "No answer in time." } });
});

test("how long to wait is what the app says; where nobody listens, it says so", async () => {
  const slowDown = { ...refused(429, "too_many_requests"), headers: { "retry-after": "9" } };
  const limited = await asks([slowDown]).catch((problem: unknown) => problem);
  expect(limited).toMatchObject({ problem: { reason: "rateLimited", retryAfterMs: 9000 } });
  const nobody = difyProvider("http://127.0.0.1:1/v1").answer(access, question);
  await expect(nobody).rejects.toMatchObject({ problem: { reason: "unreachable", passing: true } });
});
