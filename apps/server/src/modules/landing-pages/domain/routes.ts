import { landingDomains } from "@homeroom/contract/landing-domains";
import type { FastifyInstance } from "fastify";
import { requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { siteNameOf } from "../queries/site.ts";
import { checkDomain, type LookUpNames } from "./actions/check-domain.ts";
import { addDomain, removeDomain } from "./actions/keep-domains.ts";
import { presentDomains } from "./queries/domains.ts";
import type { FindHost } from "./queries/own-hosts.ts";
import { targetOf } from "./rules/host-name.ts";

export function bindLandingDomainRoutes(bind: Binder, platform: Platform, lookUp: LookUpNames): void {
  bind(landingDomains.list, (_, { actor }) => {
    requirePermission(actor, "ad:landing:query");
    const scope = sharedScope(actor);
    return inTransaction(platform.db, scope, async (tx) => ({
      target: targetOf(platform.settings, await siteNameOf(tx, scope)),
      list: await presentDomains(tx, scope),
    }));
  });
  bind(landingDomains.add, ({ host }, { actor }) => addDomain(platform, actor, host));
  bind(landingDomains.verify, ({ recordID }, { actor }) => checkDomain(platform, actor, { id: recordID, lookUp }));
  bind(landingDomains.remove, ({ recordID }, { actor }) => removeDomain(platform, actor, recordID));
}

/** Caddy asks before it gets a certificate for a host: only those that point to us get one. */
export function answerCaddy(app: FastifyInstance, findHost: FindHost): void {
  app.get<{ Querystring: { domain?: string } }>("/caddy/ask", async (request, reply) => {
    const { domain } = request.query;
    const isKnown = typeof domain === "string" && (await findHost(domain)) !== null;
    return reply
      .code(isKnown ? 200 : 404)
      .header("cache-control", "no-store")
      .send(isKnown ? "ok" : "unknown");
  });
}
