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

/** Answers a request without hooks, log line and trace, and says whether it has: false leaves it to the routes, untouched. */
export type AnswerAtOnce = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface HttpServerOptions {
  readonly log: Log;
  /** People reach us by https (PUBLIC_URL): browsers are told to keep to it. */
  readonly https: boolean;
  /** Proxies whose word about the caller's address is believed, as Fastify takes them. */
  readonly trustProxy?: boolean | string | string[];
  /** Other origins that our pages post forms to. */
  readonly formTargets?: readonly string[];
  /** Answers GET and HEAD of paths that nobody else has: the web app's page. Without it they are not found. */
  page?(request: FastifyRequest, reply: FastifyReply): unknown;
  /** Is asked before everything else. */
  readonly atOnce?: AnswerAtOnce;
}

/** Paths of calls and of built files: what is not found below them is missing, and never the web app's page. */
const notAPage = /^\/(api_|assets\/)/;

/**
 * The HTTP server without any route: one error handler, a trace id on every answer and log line, security headers,
 * compression. Query strings are never logged, since some calls carry secrets in them.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { log, https, trustProxy, formTargets = [], page, atOnce } = options;
  // Widened, since an instance that knows our logger's type fits none of the plugins.
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newTraceId,
    requestIdHeader: false,
    trustProxy: trustProxy ?? false,
    bodyLimit,
    // Uploads over slow lines take their time; nobody may hold a connection for longer.
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
  // Brotli at its default quality costs more time than it saves on answers made on the spot.
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

/** What helmet sets with these options: the same for every answer, so it is asked once. */
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
    // Payment and OAuth windows that we open must be able to come back to us.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" as const },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // antd writes its styles at run time.
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
 * Lets a closing server close as soon as the requests under way are answered. Node by itself also waits, for a minute, for
 * connections that never sent a request (browsers open some in advance) and for those that fell idle after the close began.
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
