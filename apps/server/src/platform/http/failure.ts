import type { Failure } from "@homeroom/contract/envelope";
import { errorCatalogue, messageOf, type RefusalName } from "@homeroom/contract/errors/catalogue";
import { fieldMessage } from "@homeroom/contract/errors/field-errors";
import { fieldTexts } from "@homeroom/contract/errors/field-texts";
import { type Language, languageFromHeader } from "@homeroom/contract/language";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway, isStatementTimeout } from "#platform/db/failures";
import { AppError, type FieldFault } from "#platform/errors/app-error";

/** Largest body of a call that carries no file, in bytes. */
export const bodyLimit = 3 * 1024 * 1024;

/** Seconds after which to retry while the database is unavailable. */
const databaseBackIn = 5;

/**
 * The one error handler: a refusal answers with its envelope, and so does an unavailable or busy database; anything
 * else is a bug and reveals only the trace id.
 */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error) ?? passingFailure(error, request);
  const callerLeft = request.raw.destroyed && !request.raw.complete;
  if (!refusal && !callerLeft)
    request.log.error({ err: error, method: request.method, path: pathOf(request) }, "a call broke");
  const shown = refusal ?? new AppError("SYSTEM_ERROR");
  if (shown.retryAfterSeconds) reply.header("retry-after", Math.ceil(shown.retryAfterSeconds));
  return reply
    .header("cache-control", "no-store")
    .header("x-trace-id", request.id)
    .code(shown.status)
    .type("application/json; charset=utf-8")
    .send(failureOf(shown, languageFromHeader(request.headers["accept-language"]), request.id));
}

/** The path without its query string, which may carry secrets. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? "";
}

function messageOfField({ name, data, isMissing, isNoChoice, message }: FieldFault, language: Language): string {
  if (message !== undefined) return message;
  if (name !== "FIELD_INVALID") return fieldMessage(name, language, data);
  if (isMissing) return fieldTexts.required[language];
  return isNoChoice ? fieldTexts.choice[language] : fieldMessage(name, language, data);
}

function failureOf({ code: name, data, fields, details }: AppError, language: Language, traceId: string): Failure {
  const { code, domain } = errorCatalogue[name];
  const errors = fields.map((fault) => ({
    field: fault.field,
    name: fault.name,
    message: messageOfField(fault, language),
  }));
  const failure: Failure = {
    success: false,
    code,
    domain,
    name,
    message: messageOf(name, language, data),
    resultData: null,
    traceId,
  };
  if (errors.length > 0) failure.errors = errors;
  if (details) failure.details = details;
  return failure;
}

function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const status = statusOf(error);
  if (status === undefined || status < 400 || status >= 500) return undefined;
  if (status === 413) return new AppError("FILE_TOO_LARGE", { n: bodyLimit / 1024 / 1024 });
  return new AppError(frameworkRefusals[status] ?? "DATA_FORMAT_ERROR", {}, { cause: error });
}

function passingFailure(error: unknown, request: FastifyRequest): AppError | undefined {
  if (!isDatabaseAway(error) && !isStatementTimeout(error)) return undefined;
  request.log.warn({ reason: (error as Error).message, path: pathOf(request) }, "A call did not reach the database");
  return new AppError("SERVICE_UNAVAILABLE", {}, { retryAfterSeconds: databaseBackIn });
}

/** The status of Fastify's own refusals; errors of other libraries with such a field count as bugs. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("statusCode" in error) || typeof error.statusCode !== "number") return undefined;
  return "code" in error && String(error.code).startsWith("FST_") ? error.statusCode : undefined;
}

const frameworkRefusals: Record<number, RefusalName> = {
  401: "TOKEN_INVALID",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "TOO_MANY_REQUESTS",
};
