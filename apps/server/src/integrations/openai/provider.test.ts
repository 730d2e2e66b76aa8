import { expect, test } from "vitest";
import { type AgentAnswer, AgentError, type Question } from "#modules/assistant/port";
import { prepareListener } from "#platform/http/listener-for-tests";
import { openaiProvider } from "./provider.ts";

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: string;
  /** The line is cut after the body, or nothing more comes. */
  cut?: boolean;
  hangs?: boolean;
}

let reply: Reply;
const seen: { path: string; authorization: string; body: Record<string, unknown> }[] = [];

const listener = prepareListener(({ request, body: text }, response) => {
  const body = JSON.parse(text) as Record<string, unknown>;
  seen.push({ path: request.url ?? "", authorization: request.headers.authorization ?? "", body });
  response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
  if (reply.cut) response.write(reply.body, () => setTimeout(() => response.destroy(), 50));
  else if (reply.hangs) response.write(reply.body);
  else response.end(reply.body);
});

const access = { apiKey: "sk-secret-key", model: "gpt-5.4-mini", instructions: "親切", temperature: null };
const question: Question = {
  past: [{ role: "centre", text: "您好" }],
  text: "多少錢",
  conversation: null,
  person: "abc",
  mayHandOver: true,
};
const message = (content: object[]) => ({
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content,
});
const whole = (over: object) => ({ id: "resp_1", object: "response", status: "completed", output: [], ...over });

function asks(given: Reply): Promise<AgentAnswer> {
  reply = given;
  return openaiProvider(`${listener.origin}/v1`).answer(access, question);
}

async function agentErrorOf(given: Reply) {
  const error = await asks(given).catch((reason: unknown) => reason);
  if (!(error instanceof AgentError)) throw new Error(`It did not fail as it should: ${String(error)}`);
  return error.problem;
}

const failed = (status: number, error: object, headers = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify({ error }),
});

test("signs that no database keeps are taken out, and an answer of another shape passes as a failure", async () => {
  const output = [message([{ type: "output_text", text: "500\u0000 元\ud83d", annotations: [] }])];
  const answer = await asks({ status: 200, body: JSON.stringify(whole({ output })) });
  expect(answer).toMatchObject({ text: "500\ufffd 元\ufffd" });
  const call = { type: "function_call", name: "hand_over", arguments: JSON.stringify({ summary: "問\u0000價" }) };
  const handedOver = await asks({ status: 200, body: JSON.stringify(whole({ output: [call] })) });
  expect(handedOver).toMatchObject({ kind: "handOver", summary: "問\ufffd價" });
  const nothing = await agentErrorOf({ status: 200, body: "{}" });
  expect(nothing).toMatchObject({ reason: "providerUnavailable", passing: true });
  expect((await agentErrorOf(failed(400, { message: "bad\u0000" }))).detail).not.toContain("\0");
});

test("a question goes out with what was said, stored nowhere, and its words come back", async () => {
  const output = [message([{ type: "output_text", text: " 500 元 ", annotations: [] }])];
  const answer = await asks({ status: 200, body: JSON.stringify(whole({ output })) });
  expect(answer).toEqual({ kind: "said", text: "500 元", conversation: null });
  const call = seen.at(-1);
  expect(call).toMatchObject({ path: "/v1/responses", authorization: "Bearer sk-secret-key" });
  expect(call?.body).toMatchObject({
    model: "gpt-5.4-mini",
    instructions: "親切",
    store: false,
    safety_identifier: "abc",
    input: [
      { role: "assistant", content: "您好" },
      { role: "user", content: "多少錢" },
    ],
  });
  expect(call?.body).not.toHaveProperty("temperature");
});

test.each([
  ['{"reason":"asked","summary":"想報名"}', { reason: "asked", summary: "想報名" }],
  ['{"reason":"drop table","summary":7}', { reason: "unsure", summary: "" }],
  ['{"reason":"asked","summ', { reason: "unsure", summary: "" }],
  ["[]", { reason: "unsure", summary: "" }],
])("a call of hand_over hands over, whatever its arguments: %s", async (given, expected) => {
  const output = [{ type: "function_call", id: "fc_1", call_id: "c", name: "hand_over", arguments: given }];
  const answer = await asks({ status: 200, body: JSON.stringify(whole({ output })) });
  expect(answer).toEqual({ kind: "handOver", ...expected, conversation: null });
});

const answered = (over: object): Reply => ({ status: 200, body: JSON.stringify(whole(over)) });
const text = (words: string) => message([{ type: "output_text", text: words, annotations: [] }]);

test.each([
  [failed(401, { message: "Incorrect API key: sk-secret-key", code: "invalid_api_key" }), "keyInvalid", false],
  [failed(401, { message: "Incorrect API key: sk-sec***key.", code: "invalid_api_key" }), "keyInvalid", false],
  [failed(403, { message: "no", code: null }), "permissionMissing", false],
  [failed(404, { message: "no such model", code: "model_not_found" }), "modelMissing", false],
  [failed(429, { message: "quota", code: "insufficient_quota" }), "quotaUsedUp", false],
  [failed(429, { message: "slow down", code: "rate_limit_exceeded" }), "rateLimited", true],
  [failed(408, { message: "late", code: null }), "noAnswer", true],
  [failed(409, { message: "conflict", code: null }), "providerUnavailable", true],
  [failed(500, { message: "oops", code: null }), "providerUnavailable", true],
  [failed(503, { message: "busy", code: null }), "providerUnavailable", true],
  [failed(400, { message: "bad", code: null }), "badRequest", false],
  [failed(400, { message: "too long", code: "context_length_exceeded" }), "badRequest", false],
  [failed(400, { message: "flagged", code: "invalid_prompt" }), "contentFiltered", false],
  [failed(400, { message: "no such model", code: "model_not_found" }), "modelMissing", false],
  [{ status: 200, body: '{"id":"resp_' }, "providerUnavailable", true],
  [{ status: 200, body: "{}" }, "providerUnavailable", true],
  [{ status: 200, body: '{"output":[null]}' }, "providerUnavailable", true],
  [
    { status: 200, headers: { "content-type": "text/html" }, body: "<html>sk-secret</html>" },
    "providerUnavailable",
    true,
  ],
  [{ status: 200, body: '{"id":"resp_', cut: true }, "noAnswer", true],
  [answered({}), "emptyAnswer", false],
  [answered({ output: [text("  ")] }), "emptyAnswer", false],
  [answered({ output: [{ type: "reasoning", id: "rs_1", summary: [] }] }), "emptyAnswer", false],
  [answered({ status: "incomplete", incomplete_details: { reason: "content_filter" } }), "contentFiltered", false],
  [
    answered({ status: "incomplete", incomplete_details: { reason: "content_filter" }, output: [text("一半")] }),
    "contentFiltered",
    false,
  ],
  [
    answered({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [text("一半")] }),
    "cutOff",
    false,
  ],
  [answered({ output: [message([{ type: "refusal", refusal: "no" }])] }), "contentFiltered", false],
  [answered({ status: "failed", error: { code: "server_error", message: "x" } }), "providerUnavailable", true],
  [answered({ status: "failed", error: { code: "rate_limit_exceeded", message: "x" } }), "rateLimited", true],
  [answered({ status: "failed", error: { code: "invalid_prompt", message: "sk-secret" } }), "contentFiltered", false],
  [answered({ status: "failed", error: { code: "invalid_image", message: "x" } }), "badRequest", false],
  [answered({ status: "failed", error: null }), "providerUnavailable", true],
] as const)("a failure is classified: %#", async (given, reason, passing) => {
  const problem = await agentErrorOf(given);
  expect(problem).toMatchObject({ reason, passing });
  expect(problem.detail).not.toContain("sk-");
});

test.each(["", '{"id":"resp_'])("a provider that stays silent is waited for only so long: %s", async (body) => {
  reply = { status: 200, body, hangs: true };
  const error = await openaiProvider(`${listener.origin}/v1`, { timeoutMs: 300 })
    .answer(access, question)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ problem: { reason: "noAnswer", passing: true } });
});

test("the library does not retry automatically, and reports how long to wait", async () => {
  const before = seen.length;
  const problem = await agentErrorOf(
    failed(429, { message: "slow", code: "rate_limit_exceeded" }, { "retry-after": "7" }),
  );
  expect(problem.retryAfterMs).toBe(7000);
  expect(seen.length - before).toBe(1);
});

test("where nobody listens, it says so", async () => {
  const error = await openaiProvider("http://127.0.0.1:1/v1")
    .answer(access, question)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ problem: { reason: "unreachable", passing: true } });
});
