import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type AiTrouble, hangMs, nextTrouble, slowMs } from "../ai/ai-switches.ts";
import { logCalls, wait } from "../ai/log-call.ts";
import { writeAnswer } from "../ai/write-answer.ts";
import { isObject } from "../whatsapp/read-fields.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";

/** Keys that begin so are known; those of `app-agent…` are of agent apps, which refuse blocking mode. */
const knownKey = /^Bearer app-(?!wrong)\S{4,}$/;
const agentKey = /^Bearer app-agent/;

class DifyRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Dify's chat apps, as far as an assistant needs them. */
export async function difyRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  /** The person of each conversation. */
  const conversations = new Map<string, string>();
  logCalls(app, sandbox.requests);
  app.addHook("preValidation", async (request) => {
    if (!knownKey.test(request.headers.authorization ?? ""))
      throw new DifyRefusal(401, "unauthorized", "Access token is invalid");
  });
  app.setErrorHandler((failure: Error & { status?: number; code?: string }, _request, reply) => {
    const status = failure instanceof DifyRefusal ? failure.status : 400;
    const code = failure instanceof DifyRefusal ? failure.code : "invalid_param";
    if (code === "too_many_requests") void reply.header("retry-after", "2");
    return reply.code(status).send({ code, message: failure.message, status });
  });
  app.get("/info", async () => ({
    name: "沙盒課程助理",
    description: "",
    tags: [],
    mode: "chat",
    author_name: "Sandbox",
  }));
  app.get("/parameters", async () => ({ opening_statement: "", suggested_questions: [], user_input_form: [] }));
  app.post("/chat-messages", async (request, reply) => chat(request, reply, { sandbox, conversations }));
}

interface Around {
  sandbox: WhatsAppSandbox;
  conversations: Map<string, string>;
}

async function chat(request: FastifyRequest, reply: FastifyReply, { sandbox, conversations }: Around) {
  const fields = isObject(request.body) ? request.body : {};
  const { query, user, response_mode: mode } = fields;
  if (typeof query !== "string" || query === "") throw new DifyRefusal(400, "invalid_param", "query is required");
  if (typeof user !== "string" || user === "") throw new DifyRefusal(400, "invalid_param", "user is required");
  if (mode !== "streaming" && agentKey.test(request.headers.authorization ?? ""))
    throw new DifyRefusal(400, "bad_request", "Agent Chat App does not support blocking mode");
  const given = typeof fields["conversation_id"] === "string" ? fields["conversation_id"] : "";
  if (given !== "" && conversations.get(given) !== user)
    throw new DifyRefusal(404, "not_found", "Conversation Not Exists.");
  const conversationId = given || randomUUID();
  conversations.set(conversationId, user);

  const trouble = nextTrouble(sandbox.aiSwitches, query);
  refuse(trouble);
  if (trouble === "slow") await wait(request, slowMs);
  if (trouble === "hang") await wait(request, hangMs);
  if (trouble === "broken" && mode !== "streaming")
    return reply.header("content-type", "application/json").send('{"event":"mes');
  const said = { conversationId, answer: trouble === "empty" ? "" : answerTo(query) };
  return mode === "streaming" ? stream(reply, said, trouble) : blocking(said);
}

function refuse(trouble: AiTrouble | undefined): void {
  if (trouble === "keyInvalid") throw new DifyRefusal(401, "unauthorized", "Access token is invalid");
  if (trouble === "quotaUsedUp")
    throw new DifyRefusal(400, "provider_quota_exceeded", "Your quota for the model provider has been exhausted.");
  if (trouble === "rateLimited") throw new DifyRefusal(429, "too_many_requests", "Too many requests.");
  if (trouble === "serverError") throw new DifyRefusal(500, "internal_server_error", "Internal server error");
  if (trouble === "filtered") throw new DifyRefusal(400, "completion_request_error", "The content was filtered.");
}

/** What an app of this kind says; it leaves to a person by a mark in its words. */
function answerTo(query: string): string {
  const answer = writeAnswer({ question: query, instructions: "", mayHandOver: true });
  return answer.kind === "said" ? answer.text : `[[HANDOVER]] ${answer.summary}`;
}

interface Said {
  conversationId: string;
  answer: string;
}

const usage = { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40, currency: "USD", latency: 0.5 };

function blocking({ conversationId, answer }: Said): object {
  const id = randomUUID();
  return {
    event: "message",
    task_id: randomUUID(),
    id,
    message_id: id,
    conversation_id: conversationId,
    mode: "chat",
    answer,
    metadata: { usage, retriever_resources: [] },
    created_at: Math.floor(Date.now() / 1000),
  };
}

function stream(reply: FastifyReply, { conversationId, answer }: Said, trouble: AiTrouble | undefined): FastifyReply {
  const id = randomUUID();
  const shared = { task_id: randomUUID(), message_id: id, conversation_id: conversationId };
  const pieces = answer.match(/[\s\S]{1,8}/g) ?? [];
  const frames: object[] = [
    { event: "agent_thought", ...shared, id, position: 1, thought: "", tool: "" },
    ...pieces.map((piece) => ({ event: "agent_message", ...shared, id, answer: piece })),
    { event: "message_end", ...shared, id, metadata: { usage, retriever_resources: [] } },
  ];
  const sent = trouble === "broken" ? frames.slice(0, 2) : frames;
  const lines = ["event: ping\n\n", ...sent.map((frame) => `data: ${JSON.stringify(frame)}\n\n`)];
  return reply.header("content-type", "text/event-stream; charset=utf-8").send(Readable.from(lines));
}
