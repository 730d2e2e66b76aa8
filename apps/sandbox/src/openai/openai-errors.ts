import type { AiFailure } from "../ai/ai-switches.ts";

interface OpenaiError {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

/** An error answer in OpenAI's form. */
export class OpenaiRefusal extends Error {
  readonly status: number;
  readonly error: OpenaiError;
  readonly retryAfter: number | undefined;

  constructor(status: number, error: OpenaiError, retryAfter?: number) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.retryAfter = retryAfter;
  }
}

const wrong = "invalid_request_error";

export const refusals = {
  keyInvalid: () =>
    new OpenaiRefusal(401, {
      message: "Incorrect API key provided.",
      type: wrong,
      param: null,
      code: "invalid_api_key",
    }),
  quotaUsedUp: () =>
    new OpenaiRefusal(429, {
      message: "You exceeded your current quota, please check your plan and billing details.",
      type: "insufficient_quota",
      param: null,
      code: "insufficient_quota",
    }),
  rateLimited: () =>
    new OpenaiRefusal(
      429,
      { message: "Rate limit reached for requests.", type: "requests", param: null, code: "rate_limit_exceeded" },
      2,
    ),
  permissionMissing: () =>
    new OpenaiRefusal(403, {
      message: "You have insufficient permissions for this operation.",
      type: wrong,
      param: null,
      code: "insufficient_permissions",
    }),
  conflict: () =>
    new OpenaiRefusal(409, {
      message: "Another process is operating on this conversation.",
      type: wrong,
      param: null,
      code: "conversation_locked",
    }),
  unavailable: () =>
    new OpenaiRefusal(
      503,
      { message: "The engine is currently overloaded.", type: "server_error", param: null, code: null },
      2,
    ),
  serverError: () =>
    new OpenaiRefusal(500, {
      message: "The server had an error while processing your request.",
      type: "server_error",
      param: null,
      code: null,
    }),
  modelMissing: (model: string) =>
    new OpenaiRefusal(404, {
      message: `The model '${model}' does not exist or you do not have access to it.`,
      type: wrong,
      param: null,
      code: "model_not_found",
    }),
  notFound: (what: string) =>
    new OpenaiRefusal(404, { message: `${what} not found.`, type: wrong, param: null, code: null }),
  badRequest: (message: string, param: string | null) =>
    new OpenaiRefusal(400, { message, type: wrong, param, code: null }),
};

/** Throws the refusal of a question, if a failure is set. */
export function refuse(trouble: AiFailure | undefined, model: string): void {
  if (trouble === "keyInvalid") throw refusals.keyInvalid();
  if (trouble === "permissionMissing") throw refusals.permissionMissing();
  if (trouble === "modelMissing") throw refusals.modelMissing(model);
  if (trouble === "quotaUsedUp") throw refusals.quotaUsedUp();
  if (trouble === "rateLimited") throw refusals.rateLimited();
  if (trouble === "conflict") throw refusals.conflict();
  if (trouble === "serverError") throw refusals.serverError();
  if (trouble === "unavailable") throw refusals.unavailable();
  if (trouble === "badRequest") throw refusals.badRequest("The sandbox was told to refuse this.", null);
}
