import { languageFromHeader } from "@homeroom/contract/language";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { createLocalRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { withdrawConsent } from "../actions/record-consent.ts";
import { subjectOfLink, unsubscribePath } from "../rules.ts";
import { type PageState, unsubscribePage } from "./unsubscribe-page.ts";

type Opened = FastifyRequest<{ Params: { token: string } }>;

/** Calls of one address; mail services post for many of their users. */
const perAddress = { points: 300, seconds: 60 };

/** Mail services send `List-Unsubscribe=One-Click`, people's browsers nothing. */
const mostBytes = 4096;

/**
 * The link that takes back consent, after RFC 8058: POST does it at once, without a session or cookie. GET only shows a
 * page with a button, since scanners of mail follow every link.
 */
export async function serveUnsubscribe(app: FastifyInstance, { db, secrets, settings }: Platform): Promise<void> {
  const { take } = createLocalRateLimit(settings, perAddress);
  app.removeAllContentTypeParsers();
  // Whatever the body says, the post is the request.
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: mostBytes }, (_request, _body, done) =>
    done(null, null),
  );
  app.addHook("onRequest", ({ ip }) => take(ip));

  app.get(`${unsubscribePath}/:token`, async (request: Opened, reply) =>
    show(request, reply, subjectOfLink(secrets, request.params.token) ? "ask" : "unknown"),
  );
  app.post(`${unsubscribePath}/:token`, { bodyLimit: mostBytes }, async (request: Opened, reply) => {
    const subject = subjectOfLink(secrets, request.params.token);
    if (!subject) return show(request, reply, "unknown");
    const scope = organizationScope(subject.organizationId);
    await inTransaction(db, scope, (tx) => withdrawConsent(tx, scope, subject));
    return show(request, reply, "done");
  });
}

function show(request: FastifyRequest, reply: FastifyReply, state: PageState) {
  return reply
    .code(state === "unknown" ? 404 : 200)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(unsubscribePage(languageFromHeader(request.headers["accept-language"]), state));
}
