import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestLog } from "../whatsapp/request-log.ts";

/** Records every answered call of a provider's routes for the page's log, without headers, which contain keys. */
export function logCalls(app: FastifyInstance, requests: RequestLog): void {
  app.addHook("onResponse", async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split("?")[0] ?? "";
    requests.add({ method: request.method, path, body: request.body ?? null, status: reply.statusCode });
  });
}

/** Waits, unless the caller hangs up first. */
export function wait(request: FastifyRequest, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    request.raw.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
