import type { FunctionTool, Response, ResponseFunctionToolCall } from "openai/resources/responses/responses";
import { z } from "zod";
import { type AgentAnswer, AgentTrouble } from "#modules/assistant/port";

/** By which the model leaves the answer to a person. It does nothing but say so. */
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

/** What a response says. Throws AgentTrouble for one that says nothing. */
export function readAnswer(response: Response): AgentAnswer {
  const call = response.output.find((item) => item.type === "function_call" && item.name === handOverTool.name);
  if (call) return handedOver(call as ResponseFunctionToolCall);
  const text = wordsOf(response);
  const filtered = response.incomplete_details?.reason === "content_filter" || hasRefusal(response);
  if (filtered) throw trouble("contentFiltered", "The model refused to answer.");
  if (response.status === "failed") {
    const { code, message } = response.error ?? { code: "server_error", message: "" };
    const passing = code === "server_error" || code === "rate_limit_exceeded";
    throw new AgentTrouble({
      reason: passing ? "providerUnavailable" : "badRequest",
      passing,
      detail: message || code,
    });
  }
  if (text === "") throw trouble("emptyAnswer", `The response was ${response.status ?? "empty"}.`);
  return { kind: "said", text, conversation: null };
}

function handedOver({ arguments: given }: ResponseFunctionToolCall): AgentAnswer {
  const { reason, summary } = HandOver.parse(readJson(given));
  return { kind: "handOver", reason, summary, conversation: null };
}

/** A model may break off in the middle of its arguments. */
function readJson(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && !Array.isArray(read) && read !== null ? read : {};
  } catch {
    return {};
  }
}

function wordsOf({ output }: Response): string {
  const contents = output.flatMap((item) => (item.type === "message" ? item.content : []));
  return contents
    .flatMap((content) => (content.type === "output_text" ? [content.text] : []))
    .join("\n")
    .trim();
}

function hasRefusal({ output }: Response): boolean {
  return output.some((item) => item.type === "message" && item.content.some(({ type }) => type === "refusal"));
}

function trouble(reason: "contentFiltered" | "emptyAnswer", detail: string): AgentTrouble {
  return new AgentTrouble({ reason, passing: false, detail });
}
