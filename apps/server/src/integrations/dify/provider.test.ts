import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AgentTrouble, type Question } from "#modules/assistant/port";
import { difyProvider } from "./provider.ts";

interface Reply {
  status: number;
  type?: string;
  body: string;
}

let server: Server;
let url: string;
let replies: Reply[] = [];
let seen: Record<string, unknown>[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      seen.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
      const reply = replies.shift() ?? { status: 500, body: "{}" };
      response.writeHead(reply.status, { "content-type": reply.type ?? "application/json" });
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => void server.close());
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
const stream = (frames: object[]): Reply => ({
  status: 200,
  type: "text/event-stream",
  body: `event: ping\n\n${frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("")}data: {broken\n\n`,
});
const onlyStreams = refused(400, "bad_request", "Agent Chat App does not support blocking mode");

function asks(given: Reply[]) {
  replies = [...given];
  return difyProvider(url).answer(access, question);
}

test("a question is answered in blocking mode, with the conversation to go on with", async () => {
  expect(await asks([said("500 元")])).toEqual({ kind: "said", text: "500 元", conversation: "c-2" });
  expect(seen).toMatchObject([{ query: "多少錢", response_mode: "blocking", conversation_id: "c-1", user: "abc" }]);
});

test("an app that refuses blocking mode is streamed from; unknown frames are passed over", async () => {
  const frames = [
    { event: "agent_thought", thought: "…" },
    { event: "agent_message", answer: "500", conversation_id: "c-3" },
    { event: "reasoning_chunk" },
    { event: "agent_message", answer: " 元" },
    { event: "message_end" },
  ];
  expect(await asks([onlyStreams, stream(frames)])).toEqual({ kind: "said", text: "500 元", conversation: "c-3" });
  expect(seen.map((call) => call["response_mode"])).toEqual(["blocking", "streaming"]);
});

test("a conversation that is gone begins anew, once", async () => {
  const gone = refused(404, "not_found", "Conversation Not Exists.");
  expect(await asks([gone, said("好")])).toMatchObject({ text: "好" });
  expect(seen.map((call) => call["conversation_id"])).toEqual(["c-1", ""]);
  const error = await asks([gone, gone]).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AgentTrouble);
});

test("an app leaves an answer to a person by its mark", async () => {
  expect(await asks([said("[[HANDOVER]] 想報名")])).toEqual({
    kind: "handOver",
    reason: "unsure",
    summary: "想報名",
    conversation: "c-2",
  });
});

test.each([
  [[refused(401, "unauthorized", "app-secret-key is invalid")], "keyInvalid", false],
  [[refused(400, "provider_quota_exceeded")], "quotaUsedUp", false],
  [[refused(400, "app_unavailable")], "modelMissing", false],
  [[refused(429, "too_many_requests")], "rateLimited", true],
  [[refused(500, "internal_server_error")], "providerUnavailable", true],
  [[{ status: 502, body: "<html>" }], "providerUnavailable", true],
  [[{ status: 200, body: '{"event":"mes' }], "providerUnavailable", true],
  [[said("  ")], "emptyAnswer", false],
  [[onlyStreams, stream([{ event: "message", answer: "一半" }])], "noAnswer", true],
  [[onlyStreams, stream([{ event: "error", status: 400, code: "provider_quota_exceeded" }])], "quotaUsedUp", false],
] as const)("a failure is classified: %#", async (given, reason, passing) => {
  const error = await asks([...given]).catch((problem: unknown) => problem);
  expect(error).toMatchObject({ problem: { reason, passing } });
  expect((error as AgentTrouble).problem.detail).not.toContain("secret");
});
