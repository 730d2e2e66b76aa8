import type { AgentFailure } from "@homeroom/contract/assistant";
import { z } from "zod";
import { AgentError } from "#modules/assistant/port";
import { retryAfterMs } from "#platform/calls/network";
import { storableText } from "#platform/calls/storable";

const Refusal = z.object({ code: z.string().catch(""), message: z.string().catch("") });

/** Codes of Dify's own, whatever the status. */
const reasons: Readonly<Record<string, AgentFailure>> = {
  unauthorized: "keyInvalid",
  app_unavailable: "modelMissing",
  not_chat_app: "modelMissing",
  agent_not_published: "modelMissing",
  provider_not_initialize: "keyInvalid",
  provider_quota_exceeded: "quotaUsedUp",
  model_currently_not_support: "modelMissing",
  too_many_requests: "rateLimited",
  // The workspace's total quota is used up; `too_many_requests` is temporary.
  rate_limit_error: "quotaUsedUp",
  completion_request_error: "providerUnavailable",
};

const passing: readonly AgentFailure[] = ["rateLimited", "providerUnavailable", "unreachable", "noAnswer"];

/** Codes of a conversation that was deleted, has ended, or is another person's: a new one helps. */
const ofGone = ["not_found", "conversation_completed"];

/** The conversation of a question no longer exists. */
export class ConversationGone extends AgentError {}

/** An error response. `onlyStreams`: the app accepts questions in streaming mode only. */
export async function difyRefusal(
  response: Response,
  apiKey: string,
): Promise<{ trouble: AgentError; onlyStreams: boolean }> {
  const { status } = response;
  const body = Refusal.safeParse(await response.json().catch(() => ({})));
  const { code, message } = body.success ? body.data : { code: "", message: "" };
  // "Agent App only supports streaming response mode." of new agent apps; older ones "… does not support blocking mode".
  const onlyStreams = status === 400 && /only supports streaming|not support blocking/i.test(message);
  const trouble = agentErrorOfCode(status, code, { message: message || `HTTP ${status}`, apiKey });
  const wait = retryAfterMs(response.headers);
  if (wait === undefined) return { trouble, onlyStreams };
  return { trouble: new AgentError({ ...trouble.problem, retryAfterMs: wait }), onlyStreams };
}

/** Classifies a refusal by Dify's own code, else by its status. The detail never contains a key. */
export function agentErrorOfCode(
  status: number,
  code: string,
  { message, apiKey }: { message: string; apiKey: string },
): AgentError {
  const reason = reasons[code] ?? byStatus(status);
  const kept = storableText(message);
  const whole = apiKey === "" ? kept : kept.replaceAll(apiKey, "•••");
  const detail = whole.replace(/\b(app|sk)-[\w-]{4,}/g, "•••").slice(0, 300);
  const problem = { reason, passing: passing.includes(reason), detail };
  return ofGone.includes(code) ? new ConversationGone(problem) : new AgentError(problem);
}

function byStatus(status: number): AgentFailure {
  if (status === 401) return "keyInvalid";
  if (status === 403) return "permissionMissing";
  if (status === 429) return "rateLimited";
  if (status >= 500) return "providerUnavailable";
  return "badRequest";
}

/** A call without a response. */
export function noAnswer(error: unknown): AgentError {
  const late = error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
  if (late) return new AgentError({ reason: "noAnswer", passing: true, detail: "No answer in time." });
  if (error instanceof SyntaxError)
    return new AgentError({ reason: "providerUnavailable", passing: true, detail: "The answer could not be read." });
  return new AgentError({ reason: "unreachable", passing: true, detail: "The provider was not reached." });
}
