import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import compress from "@fastify/compress";
import helmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import { languageFromHeader } from "@homeroom/contract/language";
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import { AppError } from "#platform/errors/app-error";
import type { Log } from "#platform/log/log";
import { newTraceId, withTrace } from "#platform/log/trace";
import { answerFailure, bodyLimit, pathOf } from "./failure.ts";

/** Answers a request without hooks, log line and trace, and returns whether it did: false leaves it to the routes, untouched. */
export type AnswerAtOnce = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface HttpServerOptions {
  readonly log: Log;
  /** PUBLIC_URL is https: browsers are told to use only https. */
  readonly https: boolean;
  /** Proxies trusted for the caller's address, in Fastify's form. */
  readonly trustProxy?: boolean | string | string[];
  /** Other origins that our pages may post forms to. */
  readonly formTargets?: readonly string[];
  /** Answers GET and HEAD of paths without a route: the web app's page. Without it they get 404. */
  page?(request: FastifyRequest, reply: FastifyReply): unknown;
  /** Called before everything else. */
  readonly atOnce?: AnswerAtOnce;
}

/** Paths of calls and of built files: an unknown path below them gets 404 and never the web app's page. */
const notAPage = /^\/(api_|assets\/)/;

/**
 * The HTTP server without any route: one error handler, a trace id on every answer and log line, security headers,
 * compression. Query strings are never logged, since some calls carry secrets in them.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { log, https, trustProxy, formTargets = [], page, atOnce } = options;
  // Widened, since an instance with our logger's type does not fit the plugins.
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newTraceId,
    requestIdHeader: false,
    trustProxy: trustProxy ?? false,
    bodyLimit,
    // Long enough for uploads over slow lines; no request may take longer.
    requestTimeout: 600_000,
    // Lists of ids travel in the path: DELETE /api_users/Member/{ids}.
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      answerFailure(error, request, reply);
    },
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-trace-id", request.id);
    const userAgent = request.headers["user-agent"] ?? "";
    const { method, ip } = request;
    const language = languageFromHeader(request.headers["accept-language"]);
    withTrace(request.id, done, { method, path: pathOf(request), ip, userAgent, startedAt: Date.now(), language });
  });
  app.addHook("onRequest", async ({ headers }) => {
    const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
    if (encoding !== "" && encoding !== "identity") throw new AppError("CONTENT_ENCODING_REFUSED");
  });
  app.addHook("onResponse", async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method: request.method, path: pathOf(request), status: reply.statusCode, ms }, "answered");
  });
  if (atOnce) askFirst(app, atOnce);
  closePromptly(app);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = (request.method === "GET" || request.method === "HEAD") && !notAPage.test(request.url);
    if (page && wantsPage) return page(request, reply);
    return answerFailure(new AppError("NOT_FOUND"), request, reply);
  });
  const fixedHeaders = await headersOf(securityHeaders(https, formTargets));
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(fixedHeaders);
    done();
  });
  // For dynamic answers Brotli's default quality costs more time than it saves.
  // Requests are never decompressed: the hook above refuses them.
  await app.register(compress, { encodings: ["gzip"], threshold: 1024, globalDecompression: false });
  return app;
}

/** Puts `atOnce` before Fastify's own listener until the server closes, which then ends connections with its answers. */
function askFirst(app: FastifyInstance, atOnce: AnswerAtOnce): void {
  const { server } = app;
  const [handle] = server.listeners("request") as RequestListener[];
  if (!handle) throw new Error("Fastify has no listener for requests");
  let isClosing = false;
  app.addHook("preClose", async () => void (isClosing = true));
  server.off("request", handle);
  server.on("request", (request, response) => {
    if (isClosing || !atOnce(request, response)) handle(request, response);
  });
}

/** Helmet's headers with these options: the same for every answer, so they are computed once. */
async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const probe = fastify();
  await probe.register(helmet, options);
  probe.get("/", async (_request, reply) => Object.fromEntries(Object.entries(reply.raw.getHeaders())));
  const answer = await probe.inject("/");
  await probe.close();
  return answer.json();
}

function securityHeaders(https: boolean, formTargets: readonly string[]) {
  return {
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" as const },
    // Payment and OAuth windows that we open must be able to return to us.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" as const },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // antd injects its styles at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:", "https:"],
        mediaSrc: ["'self'", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'", "ws:", "wss:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'", ...formTargets],
        frameAncestors: ["'none'"],
      },
    },
  };
}

/**
 * Lets a closing server close once pending requests are answered. By default Node also waits, for a minute, for
 * connections that never sent a request (browsers open some in advance) and for those that became idle after the close began.
 */
export function closePromptly(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  let isClosing = false;
  const speaks = ({ socket }: { socket: Socket }) => silent.delete(socket);
  app.server.on("connection", (socket) => {
    if (isClosing) return socket.destroy();
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", speaks);
  app.server.on("upgrade", speaks);
  app.addHook("preClose", async () => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
  });
  app.addHook("onResponse", async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}
