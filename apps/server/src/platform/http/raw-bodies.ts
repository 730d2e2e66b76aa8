import type { FastifyInstance } from "fastify";

/**
 * Takes bodies as the bytes that were sent, whatever their content type says: signatures are over the bytes, and Fastify
 * refuses a broken type with 415.
 */
export function takeRawBodies(app: FastifyInstance, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  app.addHook("onRequest", async (request) => {
    request.headers["content-type"] = "application/octet-stream";
  });
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));
}
