import { createHash, timingSafeEqual } from "node:crypto";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type pg from "pg";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Settings } from "#platform/config/settings";
import { AppError } from "#platform/errors/app-error";
import { answerFailure } from "#platform/http/failure";

export interface MetricsParts {
  readonly pool: pg.Pool;
  socketCount(): number;
  /** How many requests were answered before the hooks; no other figure includes them. */
  answeredAtOnce(): number;
  readonly settings: Pick<Settings, "HOST" | "METRICS_PORT" | "METRICS_TOKEN">;
  /** When the newest backup was made, in seconds since 1970; 0 when there is none. */
  newestBackupTime?(): Promise<number>;
  /** Free bytes on the disk of the data. */
  freeDataBytes?(): Promise<number>;
  /** The replica's lag in seconds; infinite while it is unreachable. */
  replicaLag?(): number;
}

/**
 * `/metrics` in Prometheus' format: the process, requests by route and status, the database pool, open sockets. With
 * METRICS_PORT it is served only there; with METRICS_TOKEN, to callers who send it as their bearer token; with
 * neither, to direct callers on the same machine, not through a proxy. All others get the answer of an unknown address.
 */
export async function registerMetrics(app: FastifyInstance, parts: MetricsParts): Promise<void> {
  const { METRICS_PORT: port, METRICS_TOKEN: token, HOST: host } = parts.settings;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_seconds",
    help: "Time to answer a request, by route pattern and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  gauge("database_connections", "Connections of the pool", () => parts.pool.totalCount);
  gauge("database_connections_idle", "Idle connections of the pool", () => parts.pool.idleCount);
  gauge("database_waiting", "Callers waiting for a connection", () => parts.pool.waitingCount);
  gauge("sockets_open", "Open sockets of this process", parts.socketCount);
  gauge("pages_answered_from_memory", "Published pages answered from memory since the start", parts.answeredAtOnce);
  const { newestBackupTime, freeDataBytes, replicaLag } = parts;
  if (newestBackupTime)
    gauge("backup_newest_timestamp_seconds", "When the newest backup was made; 0: there is none", newestBackupTime);
  if (replicaLag) gauge("replica_lag_seconds", "How far the replica is behind; +Inf: it is away", replicaLag);
  if (freeDataBytes) gauge("data_disk_free_bytes", "Room on the disk of the data", freeDataBytes);

  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unmatched";
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  const admits = (request: FastifyRequest) =>
    token === undefined ? port !== undefined || isLocal(request) : bearsToken(request, token);
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!admits(request)) throw new AppError(token === undefined ? "NOT_FOUND" : "TOKEN_INVALID");
    return reply
      .header("cache-control", "no-store")
      .type(registry.contentType)
      .send(await registry.metrics());
  };
  if (port === undefined) {
    app.get("/metrics", answer);
    return;
  }
  const own = fastify();
  own.setErrorHandler(answerFailure);
  own.get("/metrics", answer);
  app.addHook("onClose", () => own.close());
  await own.listen({ host, port });
}

function bearsToken({ headers }: FastifyRequest, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ""), hash(`Bearer ${token}`));
}

/** A proxy on this machine forwards calls of others and sends one of these headers. */
const proxyHeaders = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

function isLocal({ headers, raw }: FastifyRequest): boolean {
  const address = (raw.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const isLoopback = address === "::1" || address.startsWith("127.");
  return isLoopback && proxyHeaders.every((name) => headers[name] === undefined);
}
