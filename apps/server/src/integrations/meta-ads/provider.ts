import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { AdPlatformFailure, type MetaLead, type MetaPageAccess, type MetaProvider } from "#modules/advertising/port";
import { asList, asRecord, type JsonRecord, numberOf, textOf } from "#platform/calls/read-json";
import { storable } from "#platform/calls/storable";
import { adAccounts, adItems } from "./ad-items.ts";
import { callForAll, callGraph, pathId } from "./client.ts";
import { graphVersion, type MetaConfig, type MetaSettings, metaConfig, neededScopes } from "./config.ts";
import { reportRows, reportState, startReport } from "./reports.ts";

/** The requested fields of a lead. */
const leadFields = "id,created_time,ad_id,adset_id,campaign_id,form_id,is_organic,platform,field_data";

const maxFields = 100;

/** A lead in a response; null if it is not one. */
function leadOf(answer: JsonRecord): MetaLead | null {
  const leadId = textOf(answer["id"]);
  const created = Date.parse(textOf(answer["created_time"]) ?? "");
  if (leadId === undefined || Number.isNaN(created)) return null;
  const idOf = (name: string) => (textOf(answer[name]) ?? "").slice(0, 64);
  const fields = asList(answer["field_data"]).slice(0, maxFields);
  return {
    leadId,
    formId: idOf("form_id"),
    campaignId: idOf("campaign_id"),
    adsetId: idOf("adset_id"),
    adId: idOf("ad_id"),
    isTest: fields.some((field) => asList(asRecord(field)["values"]).some(isDummy)),
    createdAt: new Date(created),
    payload: { field_data: storable(fields), platform: idOf("platform") },
  };
}

/** Meta's test tool fills in `<test lead: dummy data for full_name>`. */
function isDummy(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("<test lead:");
}

const maxPages = 500;
const maxForms = 500;
const maxLeads = 5000;

/** Meta with the installation's app (settings META_*); null if it has none. */
export function metaProvider(settings: MetaSettings): MetaProvider | null {
  const config = metaConfig(settings);
  return config && providerOf(config);
}

function providerOf(config: MetaConfig): MetaProvider {
  return {
    signInUrl: (state, returnUrl) => signInUrl(config, state, returnUrl),
    grantOf: (code, returnUrl) => grantOf(config, code, returnUrl),
    async pages(token) {
      const rows = await callForAll(
        config,
        { path: "me/accounts", token, fields: { fields: "id,name,access_token", limit: "100" } },
        maxPages,
      );
      return rows.flatMap((row) => {
        const [pageId, pageToken] = [textOf(row["id"]), textOf(row["access_token"])];
        return pageId && pageToken ? [{ pageId, name: textOf(row["name"]) ?? pageId, token: pageToken }] : [];
      });
    },
    async setSubscription({ pageId, token }, on) {
      const path = `${pathId(pageId)}/subscribed_apps`;
      const fields = { subscribed_fields: "leadgen" };
      await callGraph(config, on ? { method: "POST", path, token, fields } : { method: "DELETE", path, token });
    },
    async lead(token, leadId) {
      const lead = leadOf(await callGraph(config, { path: pathId(leadId), token, fields: { fields: leadFields } }));
      if (!lead) throw new AdPlatformFailure("unavailable", "The answer is no lead");
      return lead;
    },
    leadsSince: (page, since) => leadsSince(config, page, since),
    adAccounts: (token) => adAccounts(config, token),
    adItems: (token, accountId) => adItems(config, token, accountId),
    startReport: (token, accountId, range) => startReport(config, { token, accountId, range }),
    reportState: (token, reportId) => reportState(config, token, reportId),
    reportRows: (token, reportId, level) => reportRows(config, { token, reportId, level }),
    isSigned: (body, signature) => isSigned(config, body, signature),
    isVerifyToken: (text) => config.verifyToken !== "" && sameText(text, config.verifyToken),
  };
}

function signInUrl({ loginUrl, appId }: MetaConfig, state: string, returnUrl: string): string {
  const query = new URLSearchParams({
    client_id: appId,
    redirect_uri: returnUrl,
    state,
    response_type: "code",
    scope: neededScopes.join(","),
  });
  return `${loginUrl}/${graphVersion}/dialog/oauth?${query.toString()}`;
}

/** A code is exchanged for a key valid for an hour, and that one for a key valid for some sixty days. */
async function grantOf(config: MetaConfig, code: string, returnUrl: string) {
  const app = { client_id: config.appId, client_secret: config.appSecret };
  const exchange = (fields: Record<string, string>) =>
    callGraph(config, { method: "POST", path: "oauth/access_token", fields: { ...app, ...fields } });
  const brief = textOf((await exchange({ code, redirect_uri: returnUrl }))["access_token"]) ?? "";
  const lasting = await exchange({ grant_type: "fb_exchange_token", fb_exchange_token: brief });
  const token = textOf(lasting["access_token"]) ?? "";
  const seconds = numberOf(lasting["expires_in"]);
  const who = await callGraph(config, { path: "me", token, fields: { fields: "id,name" } });
  const granted = await callForAll(config, { path: "me/permissions", token }, 100);
  const scopes = new Set(
    granted.flatMap(({ permission, status }) => (status === "granted" ? (textOf(permission) ?? []) : [])),
  );
  return {
    token,
    expiresAt: seconds ? new Date(Date.now() + seconds * 1000) : null,
    userId: textOf(who["id"]) ?? "",
    userName: textOf(who["name"]) ?? "",
    missingScopes: neededScopes.filter((scope) => !scopes.has(scope)),
  };
}

async function leadsSince(config: MetaConfig, { pageId, token }: MetaPageAccess, since: Date) {
  const path = `${pathId(pageId)}/leadgen_forms`;
  const forms = await callForAll(config, { path, token, fields: { fields: "id", limit: "100" } }, maxForms);
  const filtering = JSON.stringify([
    { field: "time_created", operator: "GREATER_THAN", value: Math.floor(since.getTime() / 1000) },
  ]);
  const fields = { fields: leadFields, filtering, limit: "100" };
  const leads = [];
  for (const form of forms) {
    const formId = pathId(textOf(form["id"]) ?? "");
    // oxlint-disable-next-line no-await-in-loop -- Meta counts calls: one after the other
    const rows = await callForAll(config, { path: `${formId}/leads`, token, fields }, maxLeads);
    leads.push(...rows.flatMap((row) => leadOf({ form_id: formId, ...row }) ?? []));
  }
  return leads;
}

function isSigned({ appSecret }: MetaConfig, body: Buffer, signature: unknown): boolean {
  if (typeof signature !== "string" || !/^sha256=[0-9a-f]{64}$/i.test(signature)) return false;
  return sameText(signature.toLowerCase(), `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`);
}

/** Compares in constant time. */
function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
