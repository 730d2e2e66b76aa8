import type { Endpoint, RequestInput, ResponseOf } from "./endpoint.ts";
import type { FieldError, Success } from "./envelope.ts";
import type { ErrorName } from "./errors/catalogue.ts";
import { isPlainErrorName, plainMessageOf } from "./errors/plain-messages.ts";
import type { Language } from "./language.ts";

export interface ClientOptions {
  /** Before every path; empty for the page's own server. */
  readonly baseUrl: string;
  token(): string | null;
  language(): Language;
  /** Whether nobody is in front of the page: the call then does not extend the session, which may expire. */
  isIdle?(): boolean;
  /** The session has ended (TOKEN_INVALID). Called for each failed call; several may fail together. */
  onUnauthorized?(): void;
  /** Something has to be done before anything else (an initial password, a second step). */
  onRestricted?(): void;
  readonly fetch?: typeof fetch;
  /** Limit for the whole answer; 50,000 by the specification. */
  readonly timeoutMs?: number;
}

/** Details of a failed call, beyond the message that it rejects with. Forms use them to mark their fields. */
export interface CallFailure {
  readonly name: ErrorName | null;
  readonly message: string;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  readonly errors: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly traceId: string | null;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The file of a `file` call. */
  readonly file?: { readonly content: Blob; readonly name: string };
  /** Called before the call rejects; not when the caller aborted it. */
  onFailure?(failure: CallFailure): void;
}

/** The file in the answer of a binary call. */
export interface DownloadedFile {
  readonly content: Blob;
  readonly fileName: string;
}

/** The body of a successful answer, whole; a file where the answer is binary. */
export type Reply<E extends Endpoint> = E["answer"] extends "binary" ? DownloadedFile : Success<ResponseOf<E>>;

export interface Client {
  /** Makes a call. Every failure rejects with its message alone, a string in the language of the interface. */
  call<E extends Endpoint>(endpoint: E, request: RequestInput<E>, options?: CallOptions): Promise<Reply<E>>;
}

type FetchResponse = Awaited<ReturnType<typeof fetch>>;
type FetchOptions = NonNullable<Parameters<typeof fetch>[1]>;
type Fields = Record<string, unknown>;

/** The typed client of the contract. It has no state: token and language are read at every call. */
export function createClient(options: ClientOptions): Client {
  return {
    async call<E extends Endpoint>(endpoint: E, request: RequestInput<E>, callOptions: CallOptions = {}) {
      const result = await attempt(endpoint, request as Fields, options, callOptions);
      if ("reply" in result) return result.reply as Reply<E>;
      const { failure } = result;
      if (failure.name === "TOKEN_INVALID") options.onUnauthorized?.();
      if (failure.name !== null && restrictions.includes(failure.name)) options.onRestricted?.();
      if (!callOptions.signal?.aborted) callOptions.onFailure?.(failure);
      // oxlint-disable-next-line typescript/only-throw-error -- the specification: rejected with the message string alone
      throw failure.message;
    },
  };
}

const restrictions: readonly ErrorName[] = ["ACCOUNT_PASSWORD_CHANGE_REQUIRED", "ACCOUNT_TWO_STEP_REQUIRED"];

type Result = { reply: unknown } | { failure: CallFailure };

async function attempt(
  endpoint: Endpoint,
  request: Fields,
  options: ClientOptions,
  { signal, file }: CallOptions,
): Promise<Result> {
  const language = options.language();
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 50_000);
  const { url, body, contentType } = addressed(endpoint, request, file);
  try {
    const answer = await (options.fetch ?? fetch)(options.baseUrl + url, {
      method: endpoint.method,
      headers: {
        accessToken: options.token() || "anonymous",
        "Accept-Language": language,
        ...(options.isIdle?.() && { idle: "1" }),
        ...(contentType && { "Content-Type": contentType }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body !== undefined && { body }),
    });
    return await readAnswer(endpoint, answer, language);
  } catch {
    // fetch rejects if there is no connection, if the connection breaks, and if the call is aborted.
    return { failure: failureOf({ name: "NETWORK_ERROR" }, null, language) };
  }
}

async function readAnswer(endpoint: Endpoint, answer: FetchResponse, language: Language): Promise<Result> {
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  if (endpoint.answer === "binary" && answer.ok && !(isJson && !answer.headers.has("content-disposition"))) {
    return { reply: { content: await answer.blob(), fileName: fileNameOf(answer) } };
  }
  const body = parsed(await answer.text());
  if (answer.ok && body?.success === true) return { reply: body };
  if (body?.success === false) return { failure: failureOf(body, answer.status, language) };
  const name = answer.ok ? "DATA_FORMAT_ERROR" : "NETWORK_ERROR";
  return { failure: failureOf({ name }, answer.status, language) };
}

/**
 * For a common error our own text takes precedence over the server's, unless it has a placeholder that only the server can
 * fill. For all others the server's text is used: the whole catalogue would be the largest part of the sign-in page.
 */
function failureOf(body: Fields, status: number | null, language: Language): CallFailure {
  const name = typeof body.name === "string" ? (body.name as ErrorName) : null;
  const own = isPlainErrorName(name) ? plainMessageOf(name, language) : null;
  const told = typeof body.message === "string" && body.message !== "" ? body.message : null;
  const message = (own && !/\{\w+\}/.test(own) ? own : told) ?? own ?? plainMessageOf("SYSTEM_ERROR", language);
  return {
    name,
    message,
    status,
    errors: Array.isArray(body.errors) ? (body.errors as FieldError[]) : [],
    details: (body.details ?? {}) as Fields,
    traceId: typeof body.traceId === "string" ? body.traceId : null,
  };
}

interface AddressedCall {
  readonly url: string;
  readonly body?: FetchOptions["body"];
  readonly contentType?: string;
}

/** Puts the fields of a request where the endpoint carries them: into the path, the query or the body. */
function addressed(endpoint: Endpoint, request: Fields, file: CallOptions["file"]): AddressedCall {
  const rest = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const url = endpoint.path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (endpoint.listAs !== undefined) {
    const { [endpoint.listAs]: list, ...others } = rest;
    return { url: withQuery(url, textsOf(others)), body: JSON.stringify(list), contentType: "application/json" };
  }
  if (endpoint.body === "json") return { url, body: JSON.stringify(rest), contentType: "application/json" };
  const texts = textsOf(rest);
  if (endpoint.body === "query") return { url: withQuery(url, texts) };
  const form = new FormData();
  for (const [name, text] of texts) form.append(name, text);
  // Last, so that the server knows the other fields when the file begins.
  if (file) form.append("file", file.content, file.name);
  return { url, body: form };
}

function textsOf(fields: Fields): [string, string][] {
  return Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, textOf(value)]);
}

function withQuery(url: string, texts: [string, string][]): string {
  const query = new URLSearchParams(texts).toString();
  return query ? `${url}?${query}` : url;
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

function fileNameOf(answer: FetchResponse): string {
  const header = answer.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(header)?.[1] ?? "";
  try {
    return encoded ? decodeURIComponent(encoded) : plain;
  } catch {
    return plain;
  }
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Fields | null) : null;
  } catch {
    return null;
  }
}
