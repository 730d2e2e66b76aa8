import { randomBytes } from "node:crypto";

export interface Message {
  type: "message";
  id: string;
  status: "completed";
  role: "assistant";
  content: { type: "output_text"; text: string; annotations: []; logprobs: [] }[];
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

/** A whole response of the Responses API. */
export function buildResponse(of: {
  fields: { model: string; instructions: string; question: string; temperature: number | null };
  output: Output[];
  isFiltered: boolean;
  conversation: string | undefined;
}) {
  const { fields, isFiltered } = of;
  const output = isFiltered ? [] : of.output;
  const words = output
    .map((item) => (item.type === "message" ? (item.content[0]?.text ?? "") : item.arguments))
    .join("");
  const input_tokens = Math.ceil((fields.instructions.length + fields.question.length) / 3);
  const output_tokens = Math.ceil(words.length / 3);
  return {
    id: newId("resp"),
    object: "response",
    created_at: Math.floor(Date.now() / 1000),
    status: isFiltered ? "incomplete" : "completed",
    error: null,
    incomplete_details: isFiltered ? { reason: "content_filter" } : null,
    instructions: fields.instructions || null,
    metadata: {},
    model: fields.model,
    output,
    parallel_tool_calls: false,
    temperature: fields.temperature ?? 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
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
