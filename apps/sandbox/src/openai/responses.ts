import { randomBytes } from "node:crypto";
import type { AiFailure } from "../ai/ai-switches.ts";

export type Part =
  | { type: "output_text"; text: string; annotations: []; logprobs: [] }
  | { type: "refusal"; refusal: string };

interface Message {
  type: "message";
  id: string;
  status: "completed" | "incomplete";
  role: "assistant";
  content: Part[];
}

export interface FunctionCall {
  type: "function_call";
  id: string;
  status: "completed";
  call_id: string;
  name: string;
  arguments: string;
}

export type Output = Message | FunctionCall;

/** An id as OpenAI makes them: `resp_` and hexadecimal digits. */
export function newId(kind: string): string {
  return `${kind}_${randomBytes(24).toString("hex")}`;
}

/** What the model says. */
export function saying(text: string, status: Message["status"] = "completed"): Message {
  const content: Part[] = [{ type: "output_text", text, annotations: [], logprobs: [] }];
  return { type: "message", id: newId("msg"), status, role: "assistant", content };
}

/** The output of a failed response. */
function spoilt(output: Output[], trouble: AiFailure | undefined): Output[] {
  if (trouble === "filtered" || trouble === "empty" || trouble === "midway") return [];
  if (trouble === "refused")
    return [{ ...saying(""), content: [{ type: "refusal", refusal: "I'm sorry, I cannot assist with that." }] }];
  if (trouble !== "cutOff") return output;
  const words = output.map(wordsOf).join("");
  return [saying(words.slice(0, Math.ceil(words.length / 2)), "incomplete")];
}

function wordsOf(item: Output): string {
  if (item.type === "function_call") return item.arguments;
  return item.content.map((part) => (part.type === "refusal" ? part.refusal : part.text)).join("");
}

const incomplete: Partial<Record<AiFailure, string>> = { filtered: "content_filter", cutOff: "max_output_tokens" };

/** A whole response of the Responses API. */
export function buildResponse(of: {
  fields: { model: string; instructions: string; question: string; temperature: number | null };
  output: Output[];
  trouble: AiFailure | undefined;
  conversation: string | undefined;
}) {
  const { fields, trouble } = of;
  const output = spoilt(of.output, trouble);
  const reason = trouble && incomplete[trouble];
  const failed = trouble === "midway";
  const createdAt = Math.floor(Date.now() / 1000);
  const input_tokens = Math.ceil((fields.instructions.length + fields.question.length) / 3);
  const output_tokens = Math.ceil(output.map(wordsOf).join("").length / 3);
  return {
    id: newId("resp"),
    object: "response",
    created_at: createdAt,
    status: failed ? "failed" : reason ? "incomplete" : "completed",
    completed_at: failed || reason ? null : createdAt,
    error: failed ? { code: "server_error", message: "The model failed to generate a response." } : null,
    incomplete_details: reason ? { reason } : null,
    instructions: fields.instructions || null,
    max_output_tokens: null,
    metadata: {},
    model: fields.model,
    output,
    parallel_tool_calls: false,
    previous_response_id: null,
    store: false,
    temperature: fields.temperature ?? 1,
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    truncation: "disabled",
    conversation: of.conversation === undefined ? null : { id: of.conversation },
    usage: {
      input_tokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input_tokens + output_tokens,
    },
  };
}

export type BuiltResponse = ReturnType<typeof buildResponse>;
