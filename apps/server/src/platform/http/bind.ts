import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import multipart from "@fastify/multipart";
import { isClosedAfterExpiry } from "@homeroom/contract/closed-calls";
import type { Endpoint, RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import { type Language, languageFromHeader } from "@homeroom/contract/language";
import type { Permission } from "@homeroom/contract/permissions";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";
import { limitsOf } from "./body-limits.ts";
import { checkAnswer, checkRequest } from "./check.ts";
import { contentDisposition, type Download } from "./download.ts";
import { type BodyFields, readBody } from "./read-body.ts";
import { receiveUpload, removeStaleUploads, type Upload } from "./upload.ts";

const maxBytes = 64 * 1024 * 1024;
const maxMs = 30_000;

/**
 * Lets a sender whose call was answered early finish sending, because browsers only then read the answer; a sender that
 * takes too long is disconnected.
 */
function drainRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  // A call injected by a test has no connection that could keep sending.
  if (!(socket instanceof Socket)) return;
  const bytesBefore = socket.bytesRead;
  const since = performance.now();
  request.unpipe();
  request.resume();
  const watch = setInterval(() => {
    const tooMuch = socket.bytesRead - bytesBefore > maxBytes || performance.now() - since > maxMs;
    if (tooMuch) socket.destroy();
    if (tooMuch || request.complete || request.destroyed || socket.destroyed) clearInterval(watch);
  }, 200);
  watch.unref();
}

/** What a handler gets besides the checked request. */
export interface CallContext<E extends Endpoint = Endpoint> {
  /** The caller; null if the endpoint is public. */
  readonly actor: E extends { access: "public" } ? null : Actor;
  /** The checked file of a `file` call; null otherwise. Removed once the call is answered. */
  readonly upload: E extends { body: "file" } ? Upload : null;
  readonly language: Language;
  readonly ip: string;
  readonly traceId: string;
  /** A header of the request by its lower-case name. */
  header(name: string): string | undefined;
}

/** What a handler returns: the contract's `resultData` (nothing if that is null), or bytes if it is binary. */
export type Answer<E extends Endpoint> = E extends { answer: "binary" } ? Download : HandlerResult<ResponseOf<E>>;

type HandlerResult<Result> = [Result] extends [null] ? null | void : Result;

export type CallHandler<E extends Endpoint> = (
  request: RequestOf<E>,
  context: CallContext<E>,
) => Answer<E> | Promise<Answer<E>>;

/** Binds one endpoint of the contract to its handler, which runs only for callers and requests that the contract allows. */
export type Binder = <E extends Endpoint>(endpoint: E, handler: CallHandler<E>) => void;

export interface BinderOptions {
  /** The actor of a session token; null when there is none or it has ended. Only use by a person extends the session. */
  authenticate(token: string, isUse: boolean): Promise<Actor | null>;
  can(actor: Actor, permission: Permission): boolean;
  /** Throws MEMBERSHIP_EXPIRED when the plan of the actor's organisation has ended. Asked for calls that are closed then. */
  requirePlan?(actor: Actor): Promise<void>;
  /** Counts a call without a session, before its body is read; throws TOO_MANY_REQUESTS above the limit. */
  limitAddress?(ip: string): Promise<void>;
  /** Holds uploads while a call runs; on the file store's disk, so that a file can be moved there. */
  readonly uploadFolder: string;
  /** Also checks answers against the contract: everywhere except in production. */
  readonly checkAnswers: boolean;
}

/** Registers calls of the contract: `bindCalls` gets the binder and binds each endpoint once. */
export async function registerCalls(
  app: FastifyInstance,
  options: BinderOptions,
  bindCalls: (bind: Binder) => void,
): Promise<void> {
  await removeStaleUploads(options.uploadFolder);
  await app.register(async (scope) => {
    // Bodies are read after the caller is authenticated, and by the endpoint's kind: no parser runs before.
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.addHook("onResponse", async (request) => drainRest(request.raw));
    bindCalls((endpoint, handler) => {
      const bound: BoundEndpoint = { endpoint, handler: handler as Handler, options };
      scope.route({
        method: endpoint.method,
        url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
        exposeHeadRoute: false,
        handler: (request, reply) => answerCall(bound, request, reply),
      });
    });
  });
}

type Handler = (request: unknown, context: unknown) => unknown;

interface BoundEndpoint {
  readonly endpoint: Endpoint;
  readonly handler: Handler;
  readonly options: BinderOptions;
}

async function answerCall(bound: BoundEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { endpoint, options } = bound;
  reply.header("cache-control", "no-store");
  if (endpoint.access === "public" && endpoint.body !== "query") await options.limitAddress?.(request.ip);
  const actor = await admit(endpoint, request, options);
  if (actor && isClosedAfterExpiry(endpoint)) await options.requirePlan?.(actor);
  const result = await run(bound, request, actor);
  if (endpoint.answer === "binary") return sendDownload(reply, result as Download);
  const resultData = result ?? null;
  if (options.checkAnswers) checkAnswer(endpoint, resultData);
  return reply.send({ success: true, code: 200, message: "", resultData });
}

async function run(bound: BoundEndpoint, request: FastifyRequest, actor: Actor | null): Promise<unknown> {
  const { endpoint, options } = bound;
  if (endpoint.body !== "file") {
    const carried = await readBody(request, endpoint.body, limitsOf(endpoint));
    return handleChecked(bound, request, { actor, carried });
  }
  if (!endpoint.file) throw new Error(`${endpoint.path} takes a file but has no rule for it`);
  const received = await receiveUpload(request, endpoint.file, options.uploadFolder);
  try {
    const carried = { fields: received.fields, asText: true };
    return await handleChecked(bound, request, { actor, carried, upload: received.upload });
  } finally {
    await received.remove();
  }
}

interface Incoming {
  readonly actor: Actor | null;
  readonly carried: BodyFields;
  readonly upload?: Upload;
}

function handleChecked({ endpoint, handler }: BoundEndpoint, request: FastifyRequest, incoming: Incoming): unknown {
  const language = languageFromHeader(request.headers["accept-language"]);
  const { params, query } = request;
  const checked = checkRequest(endpoint, incoming.carried, { language, params, query });
  return handler(checked, {
    actor: incoming.actor,
    upload: incoming.upload ?? null,
    language,
    ip: request.ip,
    traceId: request.id,
    header: (name: string) => request.headers[name]?.toString(),
  });
}

/** The caller, if the endpoint allows them. Throws TOKEN_INVALID, PERMISSION_DENIED or the error of a restriction. */
async function admit(endpoint: Endpoint, request: FastifyRequest, options: BinderOptions): Promise<Actor | null> {
  const { access } = endpoint;
  if (access === "public") return null;
  const token = tokenOf(request);
  const actor = token === "" ? null : await options.authenticate(token, !isFromIdlePage(request));
  if (!actor) throw new AppError("TOKEN_INVALID");
  const open = endpoint.whileRestricted === "any" || endpoint.whileRestricted === actor.restriction;
  if (actor.restriction && !open) throw new AppError(firstThings[actor.restriction]);
  if (access === "session") return actor;
  const wanted = typeof access === "string" ? [access] : access;
  if (!wanted.some((permission) => options.can(actor, permission))) throw new AppError("PERMISSION_DENIED");
  return actor;
}

const firstThings = {
  password: "ACCOUNT_PASSWORD_CHANGE_REQUIRED",
  "two-step": "ACCOUNT_TWO_STEP_REQUIRED",
} as const;

/** Whether the page made this call without a person present: background reads do not extend the session. */
const isFromIdlePage = ({ headers }: FastifyRequest) => headers["idle"] === "1";

/** The session token that a request carries. `anonymous` is what the web app sends without one; it never opens a session. */
function tokenOf(request: FastifyRequest): string {
  const token = request.headers.accesstoken?.toString().trim() ?? "";
  return token === "anonymous" || token.length > 512 ? "" : token;
}

function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  reply.header("content-disposition", contentDisposition(download)).type(download.contentType);
  // The file may come from outsiders: opened directly, it must not run anything.
  reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  if (download.size !== undefined) reply.header("content-length", download.size);
  if (download.cacheControl) reply.header("cache-control", download.cacheControl);
  return reply.send(download.body);
}
