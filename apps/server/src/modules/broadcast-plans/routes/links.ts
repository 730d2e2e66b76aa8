import type { FastifyInstance, FastifyRequest } from "fastify";
import { createLocalRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { countClick, findLink } from "../actions/count-click.ts";
import { isOpenedByPerson, linkPath, readLinkCode } from "../rules/links.ts";

type Opened = FastifyRequest<{ Params: { code: string } }>;

/** Calls of one address: a whole school may share one. */
const perAddress = { points: 300, seconds: 60 };

/** The links of plans: each leads on at once, and counts when a person opened it. */
export async function serveLinks(app: FastifyInstance, { db, secrets, settings, log }: Platform): Promise<void> {
  const { take } = createLocalRateLimit(settings, perAddress);
  app.addHook("onRequest", ({ ip }) => take(ip));
  app.get(`${linkPath}/:code`, async (request: Opened, reply) => {
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
