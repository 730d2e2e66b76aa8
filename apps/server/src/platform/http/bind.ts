import multipart from "@fastify/multipart";
import type { Endpoint } from "@homeroom/contract/endpoint";
import { languageFromHeader } from "@homeroom/contract/language";
import type { Permission } from "@homeroom/contract/permissions";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "#platform/auth/actor";
import { AppError } from "#platform/errors/app-error";
import type { BinaryAnswer, Binder, SignedCall, UploadedFile } from "./call.ts";
import { checkAnswer, checkRequest } from "./check.ts";
import { contentDisposition } from "./content-disposition.ts";
import { drainRest } from "./drain-rest.ts";
import { type Carried, readBody } from "./read-body.ts";
import { receiveUpload } from "./upload.ts";

export interface BinderOptions {
  /** The actor of a session token; null when there is no such session (any more). */
  authenticate(token: string): Promise<Actor | null>;
  can(actor: Actor, permission: Permission): boolean;
  /** Where uploads lie while a call runs; on the file store's disk, so that a file can be moved there. */
  readonly uploadFolder: string;
  /** Checks answers against the contract as well: everywhere but in production. */
  readonly checkAnswers: boolean;
}

/** Registers calls of the contract: `bindCalls` gets the binder and binds each endpoint once. */
export async function registerCalls(
  app: FastifyInstance,
  options: BinderOptions,
  bindCalls: (bind: Binder) => void,
): Promise<void> {
  await app.register(async (scope) => {
    // Bodies are read after the caller has been let in, and by the endpoint's kind: no parser runs before.
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.addHook("onResponse", async (request) => drainRest(request.raw));
    bindCalls((endpoint, handle) => {
      const bound: Bound = { endpoint, handle: handle as Handler, options };
      scope.route({
        method: endpoint.method,
        url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
        exposeHeadRoute: false,
        handler: (request, reply) => answerCall(bound, request, reply),
      });
    });
  });
}

type Handler = (request: unknown, call: unknown) => Promise<unknown>;

interface Bound {
  readonly endpoint: Endpoint;
  readonly handle: Handler;
  readonly options: BinderOptions;
}

async function answerCall(bound: Bound, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { endpoint, options } = bound;
  reply.header("cache-control", "no-store");
  const actor = await admit(endpoint, request, options);
  const result = await run(bound, request, actor);
  if (endpoint.answer === "binary") return sendBinary(reply, result as BinaryAnswer);
  const resultData = result ?? null;
  if (options.checkAnswers) checkAnswer(endpoint, resultData);
  return reply.send({ success: true, code: 200, message: "", resultData });
}

async function run(bound: Bound, request: FastifyRequest, actor: Actor | null): Promise<unknown> {
  const { endpoint, options } = bound;
  if (endpoint.body !== "file") {
    return handleChecked(bound, request, { actor, carried: await readBody(request, endpoint.body) });
  }
  if (!endpoint.file) throw new Error(`${endpoint.path} takes a file but has no rule for it`);
  const received = await receiveUpload(request, endpoint.file, options.uploadFolder);
  try {
    const carried = { fields: received.fields, asText: true };
    return await handleChecked(bound, request, { actor, carried, file: received.file });
  } finally {
    await received.remove();
  }
}

interface Incoming {
  readonly actor: Actor | null;
  readonly carried: Carried;
  readonly file?: UploadedFile;
}

function handleChecked({ endpoint, handle }: Bound, request: FastifyRequest, incoming: Incoming): Promise<unknown> {
  const language = languageFromHeader(request.headers["accept-language"]);
  const params = request.params as Record<string, string>;
  const checked = checkRequest(endpoint, incoming.carried, { language, params });
  const call: Omit<SignedCall, "actor"> = {
    language,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    traceId: request.id,
    token: tokenOf(request),
  };
  return handle(checked, { ...call, actor: incoming.actor, file: incoming.file });
}

/** Who calls, if the endpoint admits them. Throws TOKEN_INVALID or PERMISSION_DENIED. */
async function admit(endpoint: Endpoint, request: FastifyRequest, options: BinderOptions): Promise<Actor | null> {
  const { access } = endpoint;
  if (access === "public") return null;
  const token = tokenOf(request);
  const actor = token === "" ? null : await options.authenticate(token);
  if (!actor) throw new AppError("TOKEN_INVALID");
  if (access === "session") return actor;
  const wanted = typeof access === "string" ? [access] : access;
  if (!wanted.some((permission) => options.can(actor, permission))) throw new AppError("PERMISSION_DENIED");
  return actor;
}

/** The session token that a request carries. `anonymous` is what the web app sends without one; it never opens a session. */
function tokenOf(request: FastifyRequest): string {
  const token = request.headers.accesstoken?.toString().trim() ?? "";
  return token === "anonymous" || token.length > 512 ? "" : token;
}

function sendBinary(reply: FastifyReply, answer: BinaryAnswer): FastifyReply {
  reply.type(answer.contentType);
  if (answer.fileName !== undefined) reply.header("content-disposition", contentDisposition(answer.fileName));
  return reply.headers(answer.headers ?? {}).send(answer.body);
}
