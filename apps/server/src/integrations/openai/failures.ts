import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { AgentError, type AgentProblem } from "#modules/assistant/port";
import { networkCode, retryAfterMs } from "#platform/calls/network";
import { storableText } from "#platform/calls/storable";

/** Classifies errors of the library; see the table in README.md. The detail never contains the key. */
export function agentErrorOf(error: unknown, apiKey: string): AgentError {
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError)
    return new AgentError({ reason: "noAnswer", passing: true, detail: "No answer in time." });
  if (error instanceof APIConnectionError)
    return new AgentError({ reason: "unreachable", passing: true, detail: "The provider was not reached." });
  if (!(error instanceof APIError)) {
    const code = networkCode(error);
    // The library throws a TypeError for anything but JSON, such as a proxy's page.
    if (error instanceof SyntaxError || (error instanceof TypeError && code === "NETWORK")) return unreadable();
    if (code === "NETWORK") throw error;
    const detail = code === "TIMEOUT" ? "No answer in time." : "The answer broke off.";
    return new AgentError({ reason: "noAnswer", passing: true, detail });
  }
  const detail = withoutKeys(error.message, apiKey);
  const { status, code, headers } = error as ApiFailure;
  const wait = headers ? retryAfterMs(headers) : undefined;
  return new AgentError({ ...classOf({ status, code }), detail, ...(wait !== undefined && { retryAfterMs: wait }) });
}

/** Fields that the library leaves untyped in its error classes. */
type ApiFailure = APIError<number | undefined, Headers | undefined>;

function classOf({ status, code }: Pick<ApiFailure, "status" | "code">): Pick<AgentProblem, "reason" | "passing"> {
  switch (status) {
    case 401:
      return { reason: "keyInvalid", passing: false };
    case 403:
      return { reason: "permissionMissing", passing: false };
    case 404:
      return { reason: "modelMissing", passing: false };
    case 408:
      return { reason: "noAnswer", passing: true };
    case 429:
      // Waiting does not restore an exhausted quota.
      if (code === "insufficient_quota") return { reason: "quotaUsedUp", passing: false };
      return { reason: "rateLimited", passing: true };
    case 409:
      return { reason: "providerUnavailable", passing: true };
    default:
  }
  if (code === "model_not_found") return { reason: "modelMissing", passing: false };
  if (code === "content_filter" || code === "content_policy_violation" || code === "invalid_prompt")
    return { reason: "contentFiltered", passing: false };
  if (status !== undefined && status >= 500) return { reason: "providerUnavailable", passing: true };
  return { reason: status === undefined ? "unknown" : "badRequest", passing: status === undefined };
}

/** A response that is not from OpenAI. */
export function unreadable(): AgentError {
  return new AgentError({ reason: "providerUnavailable", passing: true, detail: "The answer could not be read." });
}

/** OpenAI repeats a part of a wrong key. */
export function withoutKeys(text: string, apiKey = ""): string {
  const kept = storableText(text);
  const whole = apiKey === "" ? kept : kept.replaceAll(apiKey, "•••");
  return whole.replace(/\bsk-[^\s"'.,]*/g, "•••").slice(0, 300);
}
