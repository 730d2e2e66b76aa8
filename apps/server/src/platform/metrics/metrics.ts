import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/**
 * `/metrics` in Prometheus' format: the process, requests by route and status, the database pool, open sockets.
 * It names nobody; whoever reaches the port may read it, so a reverse proxy should pass on only what browsers need.
 */
export function registerMetrics(app: FastifyInstance, parts: { pool: pg.Pool; socketCount: () => number }): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_seconds",
    help: "Time to answer a request, by route pattern and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge("database_connections", "Connections of the pool", () => parts.pool.totalCount);
  gauge("database_connections_idle", "Idle connections of the pool", () => parts.pool.idleCount);
  gauge("database_waiting", "Callers waiting for a connection", () => parts.pool.waitingCount);
  gauge("sockets_open", "Open sockets of this process", parts.socketCount);

  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unmatched";
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
