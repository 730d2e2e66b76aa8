import { conversions } from "@homeroom/contract/conversions";
import { metaSettings } from "@homeroom/contract/meta-settings";
import type { FastifyInstance } from "fastify";
import { branchNames } from "#modules/organizations/public";
import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { asRecord } from "#platform/calls/read-json";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import { takeRawBodies } from "#platform/http/raw-bodies";
import type { Platform } from "#platform/server-module";
import { retryConversion, saveConversionSetting } from "../conversions/actions/save-conversion-setting.ts";
import { listConversions } from "../conversions/queries/events.ts";
import { conversionSetting, presentConversionSetting } from "../conversions/queries/settings.ts";
import { retryAdLead } from "../intake/actions/retry-ad-lead.ts";
import { presentAdLeads } from "../intake/present.ts";
import type { MetaProvider } from "../port.ts";
import { connectMeta, disconnectMeta, reloadMeta, startSignIn } from "./actions/connect-meta.ts";
import { saveMetaPage } from "./actions/save-meta-page.ts";
import { storeAnnouncedLeads } from "./actions/store-announced-leads.ts";
import { presentMetaSetting } from "./present.ts";
import { connectionOf, metaPages } from "./queries.ts";
import { metaCallbackPath } from "./rules/addresses.ts";
import { announcedLeads } from "./rules/lead-call.ts";

/** `provider` is null where the installation has no app at Meta. */
export function bindMetaRoutes(bind: Binder, platform: Platform, provider: MetaProvider | null): void {
  const { db } = platform;
  const known = () => {
    if (!provider) throw new AppError("FEATURE_NOT_SET_UP");
    return provider;
  };
  bind(metaSettings.setting, (_, { actor }) => {
    const scope = scopeOf(actor, "org:meta:query");
    return inTransaction(db, scope, async (tx) =>
      presentMetaSetting({
        available: provider !== null,
        mayConnect: can(actor, "org:meta:edit") && scope.branchIds === null,
        connection: await connectionOf(tx, scope),
        pages: await metaPages(tx, scope),
        branches: await branchNames(tx, scope),
      }),
    );
  });
  bind(metaSettings.authUrl, async (_, { actor }) => ({ url: await startSignIn(platform, known(), actor) }));
  bind(metaSettings.connect, (form, { actor }) => connectMeta(platform, known(), { actor, form }));
  bind(metaSettings.reload, (_, { actor }) => reloadMeta(platform, known(), actor));
  bind(metaSettings.disconnect, (_, { actor }) => disconnectMeta(platform, provider, actor));
  bind(metaSettings.save, (form, { actor }) => saveMetaPage(platform, known(), { actor, form }));
  bind(metaSettings.log, (query, { actor }) => {
    const scope = scopeOf(actor, "org:meta:query");
    return inTransaction(db, scope, (tx) => presentAdLeads(tx, scope, { ...query, source: "meta" }));
  });
  bind(metaSettings.retry, ({ recordID }, { actor }) =>
    retryAdLead(db, actor, { recordID, source: "meta", permission: "org:meta:edit" }),
  );
}

const maxBodyBytes = 1024 * 1024;

/**
 * Meta's callback for each lead of a page: verified on the raw bytes, stored, and answered. Only a wrong signature
 * is refused: Meta repeats everything else for days.
 */
export async function metaCallback(app: FastifyInstance, { db, log }: Platform, provider: MetaProvider): Promise<void> {
  takeRawBodies(app, maxBodyBytes);
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

export function bindConversionRoutes(bind: Binder, platform: Platform): void {
  const { db, secrets } = platform;
  bind(conversions.setting, (_, { actor }) => {
    const scope = scopeOf(actor, "org:meta:query");
    const mayEdit = can(actor, "org:meta:edit") && scope.branchIds === null;
    return inTransaction(db, scope, async (tx) =>
      presentConversionSetting(await conversionSetting(tx, scope), { secrets, mayEdit }),
    );
  });
  bind(conversions.save, (form, { actor }) => saveConversionSetting(platform, actor, form));
  bind(conversions.log, (asked, { actor }) => {
    const scope = scopeOf(actor, "org:meta:query");
    return inTransaction(db, scope, (tx) => listConversions(tx, scope, asked));
  });
  bind(conversions.retry, ({ recordID }, { actor }) => retryConversion(db, actor, recordID));
}
