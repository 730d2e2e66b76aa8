import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hangMs, nextFailure, slowMs } from "../ai/ai-switches.ts";
import { logCalls, wait } from "../ai/log-call.ts";
import { sendCut } from "../ai/send-events.ts";
import { writeAnswer } from "../ai/write-answer.ts";
import { isObject } from "../whatsapp/read-fields.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { conversationRoutes, createConversations, itemsOf } from "./conversations.ts";
import { OpenaiRefusal, refusals, refuse } from "./openai-errors.ts";
import { buildResponse, newId, type Output, saying } from "./responses.ts";
import { sendStream } from "./stream.ts";

/** Keys with this prefix are accepted; any other gets 401. */
const knownKey = /^Bearer sk-(?!wrong)\S{4,}$/;

/** The part of OpenAI's Responses and Conversations APIs that the assistant needs. */
export async function openaiRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  const conversations = createConversations();
  logCalls(app, sandbox.requests);
  app.addHook("preValidation", async (request) => {
    if (!knownKey.test(request.headers.authorization ?? "")) throw refusals.keyInvalid();
  });
  app.setErrorHandler((failure: Error & { statusCode?: number }, _request, reply) => {
    const refusal = failure instanceof OpenaiRefusal ? failure : refusals.badRequest(failure.message, null);
    if (refusal.retryAfter !== undefined) void reply.header("retry-after", String(refusal.retryAfter));
    return reply.code(refusal.status).header("x-request-id", newId("req")).send({ error: refusal.error });
  });
  app.get("/models", async () => ({
    object: "list",
    data: models.map((id) => ({ id, object: "model", created: 1_760_000_000, owned_by: "openai" })),
  }));
  app.post("/responses", async (request, reply) => respond(request, reply, { sandbox, conversations }));
  await app.register(conversationRoutes, { conversations });
}

const models = ["gpt-5.4", "gpt-5.4-mini", "gpt-4.1-mini"];

interface ResponseContext {
  sandbox: WhatsAppSandbox;
  conversations: ReturnType<typeof createConversations>;
}

async function respond(request: FastifyRequest, reply: FastifyReply, { sandbox, conversations }: ResponseContext) {
  const fields = readRequest(request.body);
  const conversation = fields.conversation === undefined ? undefined : conversations.find(fields.conversation);
  if (fields.conversation !== undefined && !conversation)
    throw refusals.notFound(`Conversation ${fields.conversation}`);
  const trouble = nextFailure(sandbox.aiSwitches, fields.question);
  refuse(trouble, fields.model);
  if (trouble === "slow") await wait(request, slowMs);
  if (trouble === "hang") await wait(request, hangMs);
  if (!fields.stream && trouble === "cut") return sendCut(reply, '{"id":"resp_');
  if (!fields.stream && trouble === "broken")
    return reply.header("content-type", "application/json").send('{"id":"resp_');
  const response = buildResponse({ fields, output: outputOf(fields), trouble, conversation: conversation?.id });
  // Question and answer are added to the conversation once the response is complete.
  if (response.status === "completed") conversation?.items.push(...fields.items, ...response.output);
  return fields.stream ? sendStream(reply, response, trouble) : response;
}

interface RequestFields {
  model: string;
  instructions: string;
  question: string;
  items: object[];
  mayHandOver: boolean;
  stream: boolean;
  temperature: number | null;
  conversation: string | undefined;
}

function readRequest(body: unknown): RequestFields {
  const fields = isObject(body) ? body : {};
  const { model, input, instructions, tools, temperature, conversation } = fields;
  if (typeof model !== "string" || model === "")
    throw refusals.badRequest("Missing required parameter: 'model'.", "model");
  if (!models.includes(model)) throw refusals.modelMissing(model);
  if (fields["prompt"] !== undefined) throw refusals.badRequest("Prompt objects are no longer supported.", "prompt");
  if (temperature != null && model.startsWith("gpt-5"))
    throw refusals.badRequest("Unsupported parameter: 'temperature' is not supported with this model.", "temperature");
  const items = itemsOf(input);
  const question = items.findLast((item) => item.role === "user")?.text ?? "";
  if (question === "") throw refusals.badRequest("Missing required parameter: 'input'.", "input");
  const list = Array.isArray(tools) ? tools : [];
  return {
    model,
    instructions: typeof instructions === "string" ? instructions : "",
    question,
    items: items.map(({ role, text }) => ({ type: "message", role, content: [{ type: "input_text", text }] })),
    mayHandOver: list.some((tool) => isObject(tool) && tool["name"] === "hand_over"),
    stream: fields["stream"] === true,
    temperature: typeof temperature === "number" ? temperature : null,
    conversation: isObject(conversation)
      ? String(conversation["id"])
      : typeof conversation === "string"
        ? conversation
        : undefined,
  };
}

function outputOf(fields: RequestFields): Output[] {
  const answer = writeAnswer(fields);
  if (answer.kind === "said") return [saying(answer.text)];
  const { reason, summary } = answer;
  const call = { call_id: newId("call"), name: "hand_over", arguments: JSON.stringify({ reason, summary }) };
  return [{ type: "function_call", id: newId("fc"), status: "completed", ...call }];
}
