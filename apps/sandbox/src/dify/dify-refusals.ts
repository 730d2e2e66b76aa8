import type { AiTrouble } from "../ai/ai-switches.ts";

/** An answer that is no success, in Dify's words. */
export class DifyRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const refusals: Partial<Record<AiTrouble, readonly [status: number, code: string, message: string]>> = {
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

/** Throws what a question is refused by, if it is to go wrong so. */
export function refuse(trouble: AiTrouble | undefined): void {
  const refusal = trouble && refusals[trouble];
  if (refusal) throw new DifyRefusal(...refusal);
}
