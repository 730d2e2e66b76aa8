import type { FunctionTool, Response, ResponseFunctionToolCall } from "openai/resources/responses/responses";
import { z } from "zod";
import { type AgentAnswer, AgentError, type AgentProblem } from "#modules/assistant/port";
import { asRecord } from "#platform/calls/read-json";
import { unreadable, withoutKeys } from "./failures.ts";

/** The tool with which the model leaves the answer to a person. It has no other effect. */
export const handOverTool: FunctionTool = {
  type: "function",
  name: "hand_over",
  description: "Leave the conversation to a person of the education centre.",
  strict: true,
  parameters: {
    type: "object",
    properties: {
      reason: { type: "string", enum: ["asked", "unsure"] },
      summary: { type: "string", description: "One or two sentences for staff: what the customer wants." },
    },
    required: ["reason", "summary"],
    additionalProperties: false,
  },
};

const HandOver = z.object({
  reason: z.enum(["asked", "unsure"]).catch("unsure"),
  summary: z.string().catch(""),
});

/** Failures on OpenAI's side; all others are mistakes of the request. */
const reasons: Readonly<Record<string, Pick<AgentProblem, "reason" | "passing">>> = {
  server_error: { reason: "providerUnavailable", passing: true },
  vector_store_timeout: { reason: "providerUnavailable", passing: true },
  rate_limit_exceeded: { reason: "rateLimited", passing: true },
  invalid_prompt: { reason: "contentFiltered", passing: false },
  bio_policy: { reason: "contentFiltered", passing: false },
};

/** The text of a response. Throws AgentError for an empty or incomplete one. */
export function readAnswer(response: Response): AgentAnswer {
  if (!isResponse(response)) throw unreadable();
  if (response.status === "failed") throw failed(response);
  const call = response.output.find((item) => item.type === "function_call" && item.name === handOverTool.name);
  if (call) return handedOver(call as ResponseFunctionToolCall);
  const text = wordsOf(response);
  const filtered = response.incomplete_details?.reason === "content_filter" || hasRefusal(response);
  if (filtered) throw trouble("contentFiltered", "The model refused to answer.");
  if (response.status === "incomplete") throw trouble("cutOff", "The answer was longer than it may be.");
  if (text === "") throw trouble("emptyAnswer", `The response was ${response.status ?? "empty"}.`);
  return { kind: "said", text, conversation: null };
}

/** A proxy may answer in OpenAI's place. */
function isResponse(given: unknown): given is Response {
  const output = asRecord(given)["output"];
  return Array.isArray(output) && output.every((item) => item !== null && typeof item === "object");
}

function failed({ error }: Response): AgentError {
  const code = error?.code ?? "server_error";
  const known = reasons[code] ?? { reason: "badRequest", passing: false };
  return new AgentError({ ...known, detail: withoutKeys(error?.message || code) });
}

function handedOver({ arguments: given }: ResponseFunctionToolCall): AgentAnswer {
  const { reason, summary } = HandOver.parse(readJson(given));
  return { kind: "handOver", reason, summary, conversation: null };
}

/** A model may stop in the middle of its arguments. */
function readJson(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && !Array.isArray(read) && read !== null ? read : {};
  } catch {
    return {};
  }
}

function wordsOf({ output }: Response): string {
  const contents = output.flatMap((item) => (item.type === "message" ? (item.content ?? []) : []));
  return contents
    .flatMap((content) => (content.type === "output_text" ? [content.text] : []))
    .join("\n")
    .trim();
}

function hasRefusal({ output }: Response): boolean {
  return output.some((item) => item.type === "message" && item.content?.some(({ type }) => type === "refusal"));
}

function trouble(reason: "contentFiltered" | "cutOff" | "emptyAnswer", detail: string): AgentError {
  return new AgentError({ reason, passing: false, detail });
}
