import type { FastifyInstance } from "fastify";

/**
 * Accepts bodies as raw bytes, whatever their content type: signatures are over the bytes, and Fastify
 * refuses a broken type with 415.
 */
export function takeRawBodies(app: FastifyInstance, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  app.addHook("onRequest", async (request) => {
    request.headers["content-type"] = "application/octet-stream";
  });
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));
}
