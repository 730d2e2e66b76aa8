import type { AgentFailure } from "@homeroom/contract/assistant";
import { z } from "zod";
import { AgentTrouble } from "#modules/assistant/port";
import { retryAfterMs } from "#platform/calls/network";

const Refusal = z.object({ code: z.string().catch(""), message: z.string().catch("") });

/** Codes of Dify's own, whatever the status. */
const reasons: Readonly<Record<string, AgentFailure>> = {
  unauthorized: "keyInvalid",
  app_unavailable: "modelMissing",
  provider_not_initialize: "keyInvalid",
  provider_quota_exceeded: "quotaUsedUp",
  model_currently_not_support: "modelMissing",
  too_many_requests: "rateLimited",
  rate_limit_error: "rateLimited",
  completion_request_error: "providerUnavailable",
};

const passing: readonly AgentFailure[] = ["rateLimited", "providerUnavailable", "unreachable", "noAnswer"];

/** An answer that is no success. `onlyStreams`: the app takes the question in streaming mode alone. */
export async function difyRefusal(
  response: Response,
  apiKey: string,
): Promise<{ trouble: AgentTrouble; onlyStreams: boolean }> {
  const body = Refusal.safeParse(await response.json().catch(() => ({})));
  const { code, message } = body.success ? body.data : { code: "", message: "" };
  const onlyStreams = response.status === 400 && /blocking/i.test(message);
  const trouble = troubleOfCode(response.status, code, message || `HTTP ${response.status}`, apiKey);
  const wait = retryAfterMs(response.headers);
  if (wait === undefined) return { trouble, onlyStreams };
  return { trouble: new AgentTrouble({ ...trouble.problem, retryAfterMs: wait }), onlyStreams };
}

/** Classifies a refusal by Dify's own code, else by its status. The key never stands in the detail. */
export function troubleOfCode(status: number, code: string, message: string, apiKey: string): AgentTrouble {
  const reason = reasons[code] ?? byStatus(status);
  const detail = (apiKey === "" ? message : message.replaceAll(apiKey, "•••")).slice(0, 300);
  return new AgentTrouble({ reason, passing: passing.includes(reason), detail });
}

function byStatus(status: number): AgentFailure {
  if (status === 401) return "keyInvalid";
  if (status === 403) return "permissionMissing";
  if (status === 429) return "rateLimited";
  if (status >= 500) return "providerUnavailable";
  return "badRequest";
}

/** A call without an answer. */
export function noAnswer(error: unknown): AgentTrouble {
  const late = error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
  if (late) return new AgentTrouble({ reason: "noAnswer", passing: true, detail: "No answer in time." });
  if (error instanceof SyntaxError)
    return new AgentTrouble({ reason: "providerUnavailable", passing: true, detail: "The answer could not be read." });
  return new AgentTrouble({ reason: "unreachable", passing: true, detail: "The provider was not reached." });
}
