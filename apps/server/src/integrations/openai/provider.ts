import OpenAI from "openai";
import type { Response, ResponseCreateParamsNonStreaming } from "openai/resources/responses/responses";
import type { AgentAnswer, AgentProvider, Question } from "#modules/assistant/port";
import { storable } from "#platform/calls/storable";
import { handOverTool, readAnswer } from "./answers.ts";
import { agentErrorOf } from "./failures.ts";

/** An answer takes seconds; without one after this time the request is retried later. */
const maxMs = 45_000;
/** Tokens of one answer, reasoning tokens included. */
const maxTokens = 2000;

/**
 * OpenAI's Responses API as the assistant sees it. `apiUrl` is the setting OPENAI_API_URL. OpenAI stores nothing
 * (`store: false`): each question includes the earlier messages.
 */
export function openaiProvider(apiUrl: string, { timeoutMs = maxMs }: { timeoutMs?: number } = {}): AgentProvider {
  return {
    type: "chatgpt",
    async answer({ apiKey, model, instructions, temperature }, question): Promise<AgentAnswer> {
      // The assistant has its own retries.
      const client = new OpenAI({ apiKey, baseURL: apiUrl, maxRetries: 0, timeout: timeoutMs, logLevel: "off" });
      const request: ResponseCreateParamsNonStreaming = {
        model,
        instructions,
        input: inputOf(question),
        store: false,
        max_output_tokens: maxTokens,
        safety_identifier: question.person,
        ...(temperature !== null && { temperature }),
        ...(question.mayHandOver && { tools: [handOverTool], parallel_tool_calls: false }),
      };
      let response: Response;
      try {
        response = await client.responses.create(request, { signal: AbortSignal.timeout(timeoutMs) });
      } catch (error) {
        throw agentErrorOf(error, apiKey);
      }
      // The answer is stored with any marks that it contains.
      return storable(readAnswer(response)) as AgentAnswer;
    },
  };
}

function inputOf({ past, text }: Question): { role: "user" | "assistant"; content: string }[] {
  return [
    ...past.map((said) => ({
      role: said.role === "customer" ? ("user" as const) : ("assistant" as const),
      content: said.text,
    })),
    { role: "user", content: text },
  ];
}
