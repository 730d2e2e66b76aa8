import { timingSafeEqual } from "node:crypto";
import { OrganizationId } from "@homeroom/contract/ids";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { organizationScope } from "#platform/db/scope";
import { createLocalRateLimit } from "#platform/rate-limit/rate-limit";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { Platform } from "#platform/server-module";
import { countClick, findLink } from "../actions/count-click.ts";
import { takeMailNotices } from "../actions/email-stops.ts";
import { isOpenedByPerson, linkPath, readLinkCode } from "../rules/links.ts";
import { confirmationAddress, readMailNotices } from "../rules/mail-notices.ts";

const path = "/api_webhook/Mail/Notice";
/** Providers report up to a thousand events at once. */
const maxBytes = 2 * 1024 * 1024;
const perAddress = { points: 600, seconds: 60 };

type TokenRequest = FastifyRequest<{ Params: { token: string }; Body: string }>;

/** The address at which an organisation's mail provider reports bounces. It is secret: calls to it can stop addresses. */
export function noticeAddress({ settings, secrets }: Platform, organizationId: OrganizationId): string {
  const { PUBLIC_URL, HOST, PORT } = settings;
  return new URL(`${path}/${tokenOf(secrets, organizationId)}`, PUBLIC_URL ?? `http://${HOST}:${PORT}`).href;
}

/** Accepts reports of mail providers: their events, or the bounce mail itself. */
export async function serveMailNotices(app: FastifyInstance, { db, secrets, settings, log }: Platform): Promise<void> {
  const { take } = createLocalRateLimit(settings, perAddress);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string", bodyLimit: maxBytes }, (_request, body, done) => done(null, body));
  app.addHook("onRequest", ({ ip }) => take(ip));
  app.post(`${path}/:token`, { bodyLimit: maxBytes }, async (request: TokenRequest, reply) => {
    const organizationId = organizationOf(secrets, request.params.token);
    if (!organizationId) return reply.code(404).send();
    const body = typeof request.body === "string" ? request.body : "";
    const confirm = confirmationAddress(body);
    if (confirm) {
      await fetch(confirm, { redirect: "error", signal: AbortSignal.timeout(10_000) }).catch((error: unknown) =>
        log.warn({ err: error }, "A subscription to notices of mails was not confirmed"),
      );
      return reply.code(200).send();
    }
    const notices = readMailNotices(body);
    if (notices.length > 0) await takeMailNotices(db, organizationScope(organizationId), notices);
    return reply.code(200).send();
  });
}

function tokenOf(secrets: SecretBox, organizationId: OrganizationId): string {
  return `${organizationId}.${secrets.sign("mail-notice", organizationId)}`;
}

function organizationOf(secrets: SecretBox, token: string): OrganizationId | null {
  const id = OrganizationId.safeParse(token.split(".")[0]);
  if (!id.success) return null;
  const [wanted, given] = [Buffer.from(tokenOf(secrets, id.data)), Buffer.from(token)];
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? id.data : null;
}

type LinkRequest = FastifyRequest<{ Params: { code: string } }>;

/** The limit for one IP address: a whole school may share one. */
const openedPerAddress = { points: 300, seconds: 60 };

/** The links of plans: each redirects at once, and counts if a person opened it. */
export async function serveLinks(app: FastifyInstance, { db, secrets, settings, log }: Platform): Promise<void> {
  const { take } = createLocalRateLimit(settings, openedPerAddress);
  app.addHook("onRequest", ({ ip }) => take(ip));
  app.get(`${linkPath}/:code`, async (request: LinkRequest, reply) => {
    const link = readLinkCode(secrets, request.params.code);
    const target = link && (await findLink(db, link));
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    if (!link || !target) return reply.redirect("/404", 302);
    if (isOpenedByPerson(request))
      await countClick(db, target, link.recipient).catch((error: unknown) =>
        // The reader is redirected even when the click cannot be counted.
        log.warn({ err: error }, "A click was not counted"),
      );
    return reply.redirect(target.address, 302);
  });
}
