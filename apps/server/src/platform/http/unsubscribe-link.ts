import { languageFromHeader } from "@homeroom/contract/language";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "#platform/config/settings";
import { createLocalRateLimit } from "#platform/rate-limit/rate-limit";
import { type PageState, type UnsubscribeDetails, unsubscribePage } from "./unsubscribe-page.ts";

type UnsubscribeRequest = FastifyRequest<{ Params: { token: string } }>;

/** A kind of link that ends a subscription; the last part of its address identifies the subscription. */
interface UnsubscribeLink<Subject> {
  /** The address without this last part. */
  readonly path: string;
  readonly details: UnsubscribeDetails;
  /** Null: the link is not ours. */
  readonly subjectOf: (token: string) => Subject | null;
  readonly unsubscribe: (subject: Subject) => Promise<unknown>;
  /** The sender's name, for the page: readers get mail from several senders. */
  readonly senderOf?: (subject: Subject) => Promise<string>;
}

/** The limit for one IP address; mail services post for many of their users. */
const perAddress = { points: 300, seconds: 60 };

/** Mail services send `List-Unsubscribe=One-Click`, people's browsers nothing. */
const maxBytes = 4096;

/**
 * Serves a link to unsubscribe, after RFC 8058: POST does it at once, without a session or cookie. GET only shows a page
 * with a button, since mail scanners follow every link.
 */
export function serveUnsubscribeLink<Subject>(
  app: FastifyInstance,
  settings: Settings,
  { path, details, subjectOf, unsubscribe, senderOf }: UnsubscribeLink<Subject>,
): void {
  const { take } = createLocalRateLimit(settings, perAddress);
  app.removeAllContentTypeParsers();
  // The POST itself is the request, whatever its body.
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBytes }, (_request, _body, done) =>
    done(null, null),
  );
  app.addHook("onRequest", ({ ip }) => take(ip));
  const show = async (request: FastifyRequest, reply: FastifyReply, state: PageState, subject?: Subject) => {
    const sender = subject && senderOf ? await senderOf(subject) : "";
    return reply
      .code(state === "unknown" ? 404 : 200)
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(unsubscribePage(languageFromHeader(request.headers["accept-language"]), { state, details, sender }));
  };

  app.get(`${path}/:token`, async (request: UnsubscribeRequest, reply) => {
    const subject = subjectOf(request.params.token);
    return subject ? show(request, reply, "ask", subject) : show(request, reply, "unknown");
  });
  app.post(`${path}/:token`, { bodyLimit: maxBytes }, async (request: UnsubscribeRequest, reply) => {
    const subject = subjectOf(request.params.token);
    if (!subject) return show(request, reply, "unknown");
    await unsubscribe(subject);
    return show(request, reply, "done", subject);
  });
}
