import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type AiFailure, hangMs, nextFailure, slowMs } from "../ai/ai-switches.ts";
import { logCalls, wait } from "../ai/log-call.ts";
import { sendCut, sendEvents } from "../ai/send-events.ts";
import { writeAnswer } from "../ai/write-answer.ts";
import { isObject } from "../whatsapp/read-fields.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { blockingAnswer, type DifyApp, streamFrames } from "./dify-frames.ts";

/** An error answer in Dify's form. */
class DifyRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const refusals: Partial<Record<AiFailure, readonly [status: number, code: string, message: string]>> = {
  keyInvalid: [401, "unauthorized", "Access token is invalid"],
  permissionMissing: [
    403,
    "workflow_version_execution_not_allowed",
    "Workflow version execution is not available on your current plan. Please upgrade to a paid plan.",
  ],
  modelMissing: [400, "app_unavailable", "App unavailable, please check your app configurations."],
  quotaUsedUp: [
    400,
    "provider_quota_exceeded",
    "Your quota for Dify Hosted OpenAI has been exhausted. Please go to Settings -> Model Provider to complete your own provider credentials.",
  ],
  rateLimited: [429, "too_many_requests", "Too many requests. Please try again later."],
  serverError: [500, "internal_server_error", "The server encountered an internal error."],
  unavailable: [503, "service_unavailable", "The service is temporarily unavailable."],
  badRequest: [400, "invalid_param", "Agent App has no bound Agent"],
  filtered: [400, "completion_request_error", "Completion request failed."],
};

/** Throws the refusal of a question, if a failure is set. */
function refuse(trouble: AiFailure | undefined): void {
  const refusal = trouble && refusals[trouble];
  if (refusal) throw new DifyRefusal(...refusal);
}

/** Keys with this prefix are accepted. */
const knownKey = /^Bearer app-(?!wrong)\S{4,}$/;

/** Keys that begin with `app-agent` belong to new agent apps, which refuse blocking mode; those with `app-flow` to chatflows. */
function appOf({ headers }: FastifyRequest): DifyApp {
  const key = headers.authorization ?? "";
  if (key.startsWith("Bearer app-agent")) return "agent";
  return key.startsWith("Bearer app-flow") ? "advanced-chat" : "chat";
}

/** The part of Dify's chat apps that the assistant needs. */
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
  app.get("/info", async (request) => ({
    name: "沙盒課程助理",
    description: "",
    tags: [],
    mode: appOf(request),
    author_name: "Sandbox",
  }));
  app.get("/parameters", async () => ({ opening_statement: "", suggested_questions: [], user_input_form: [] }));
  app.post("/chat-messages", async (request, reply) => chat(request, reply, { sandbox, conversations }));
}

interface ChatContext {
  sandbox: WhatsAppSandbox;
  conversations: Map<string, string>;
}

async function chat(request: FastifyRequest, reply: FastifyReply, { sandbox, conversations }: ChatContext) {
  const fields = isObject(request.body) ? request.body : {};
  const { query, user, response_mode: mode } = fields;
  if (typeof query !== "string" || query === "") throw new DifyRefusal(400, "invalid_param", "query is required");
  if (typeof user !== "string" || user === "") throw new DifyRefusal(400, "invalid_param", "user is required");
  const kind = appOf(request);
  if (mode !== "streaming" && kind === "agent")
    throw new DifyRefusal(400, "bad_request", "Agent App only supports streaming response mode.");
  const given = typeof fields["conversation_id"] === "string" ? fields["conversation_id"] : "";
  if (given !== "" && conversations.get(given) !== user)
    throw new DifyRefusal(404, "not_found", "Conversation Not Exists.");
  const conversationId = given || randomUUID();
  conversations.set(conversationId, user);

  const trouble = nextFailure(sandbox.aiSwitches, query);
  refuse(trouble);
  if (trouble === "slow") await wait(request, slowMs);
  if (trouble === "hang") await wait(request, hangMs);
  const answer = { app: kind, conversationId, text: trouble === "empty" ? "" : answerTo(query) };
  if (mode === "streaming") {
    const frames = streamFrames(answer, trouble).map((frame) => `data: ${JSON.stringify(frame)}\n\n`);
    return sendEvents(reply, ["event: ping\n\n", ...frames], { cut: trouble === "cut" });
  }
  if (trouble === "midway") refuse("filtered");
  if (trouble === "cut") return sendCut(reply, '{"event":"mes');
  if (trouble === "broken") return reply.header("content-type", "application/json").send('{"event":"mes');
  return blockingAnswer(answer, trouble);
}

/** The answer of an app of this kind; a marker in its text means a handover. */
function answerTo(query: string): string {
  const answer = writeAnswer({ question: query, instructions: "", mayHandOver: true });
  return answer.kind === "said" ? answer.text : `[[HANDOVER]] ${answer.summary}`;
}
