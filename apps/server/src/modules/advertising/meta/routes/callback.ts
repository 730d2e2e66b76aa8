import type { FastifyInstance } from "fastify";
import { asRecord } from "#platform/calls/read-json";
import type { Platform } from "#platform/server-module";
import type { MetaProvider } from "../../port.ts";
import { storeAnnouncedLeads } from "../actions/store-announced-leads.ts";
import { metaCallbackPath } from "../rules/addresses.ts";
import { announcedLeads } from "../rules/lead-call.ts";

const maxBodyBytes = 1024 * 1024;

/**
 * Where Meta calls for each lead of a page: verified on the bytes as they came, kept, and answered. Only a wrong signature
 * is refused: Meta repeats everything else for days.
 */
export async function metaCallback(app: FastifyInstance, { db, log }: Platform, provider: MetaProvider): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addHook("onRequest", async (request) => {
    request.headers["content-type"] = "application/octet-stream";
  });
  const options = { parseAs: "buffer", bodyLimit: maxBodyBytes } as const;
  app.addContentTypeParser("*", options, (_request, body, done) => done(null, body));
  app.get(metaCallbackPath, async ({ query }, reply) => {
    const { "hub.mode": mode, "hub.verify_token": token, "hub.challenge": challenge } = asRecord(query);
    const isMeta = mode === "subscribe" && typeof token === "string" && provider.isVerifyToken(token);
    if (!isMeta || typeof challenge !== "string") return reply.code(403).send("");
    return reply.type("text/plain; charset=utf-8").header("x-content-type-options", "nosniff").send(challenge);
  });
  app.post(metaCallbackPath, async ({ body, headers }, reply) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (!provider.isSigned(bytes, headers["x-hub-signature-256"])) {
      log.warn({ bytes: bytes.length }, "A call of Meta's with a wrong signature");
      return reply.code(401).send("");
    }
    await storeAnnouncedLeads(db, announcedLeads(bytes));
    return reply.code(200).send("");
  });
}
