import type { SettingFault, TestedField, TestedValue } from "@homeroom/contract/channels";
import type { NumberFacts, WhatsappAccounts, WhatsappValues } from "#modules/channels/port";
import { type ChannelAccess, ProviderFailure } from "#modules/inbox/port";
import { asList, asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";
import { callGraph, pathId } from "./client.ts";
import { type WhatsappConfig, whatsappConfig } from "./config.ts";
import { withoutSecrets } from "./errors.ts";

const numberFields =
  "display_phone_number,verified_name,quality_rating,whatsapp_business_manager_messaging_limit,messaging_limit_tier,throughput";
const neededScopes = ["whatsapp_business_messaging", "whatsapp_business_management"];

/** WhatsApp's business accounts and numbers as the settings see them. `apiUrl` is the setting WHATSAPP_API_URL. */
export function whatsappAccounts(apiUrl: string): WhatsappAccounts {
  const config = whatsappConfig(apiUrl);
  return {
    check: (values) => check(config, values),
    async subscribe(channel) {
      const path = `${pathId(channel.settings["businessAccountId"] ?? "")}/subscribed_apps`;
      await callGraph(config, channel, { method: "POST", path, body: {}, repeatable: true });
    },
    numberFacts: (channel) => numberFacts(config, channel, channel.settings["businessAccountId"] ?? ""),
  };
}

interface Verdict {
  reason: SettingFault;
  detail: string;
}

/** Null: it passed. */
type Outcome = Verdict | null;

async function check(config: WhatsappConfig, values: WhatsappValues) {
  const token = await tokenOutcomes(config, values);
  const access = accessOf(values);
  let number: NumberFacts | null = null;
  const phoneNumberID = await outcomeOf(values.phoneNumberID, async () => {
    number = await numberFacts(config, access, values.businessAccountID);
    return null;
  });
  const businessAccountID = await outcomeOf(values.businessAccountID, () => numberIsOf(config, values));
  const outcomes: Partial<Record<TestedField, Outcome>> = { ...token, phoneNumberID, businessAccountID };
  // The catalogue is not needed for messages.
  if (values.catalogueID !== "")
    outcomes.catalogueID = await outcomeOf(values.catalogueID, () => catalogueIsThere(config, values));
  // Each call removes its own token from its messages; this call involves two.
  const secrets = [values.accessToken, values.appSecret];
  const fields = Object.entries(outcomes).map(
    ([field, outcome]): TestedValue => ({
      field: field as TestedField,
      ok: outcome === null,
      reason: outcome?.reason ?? null,
      detail: withoutSecrets(outcome?.detail ?? "", secrets),
    }),
  );
  return { fields, number: number as NumberFacts | null };
}

function accessOf({
  phoneNumberID,
  accessToken,
}: Pick<WhatsappValues, "phoneNumberID" | "accessToken">): ChannelAccess {
  return { externalId: phoneNumberID, settings: {}, secrets: { accessToken } };
}

type TokenFields = Record<"appID" | "appSecret" | "accessToken", Outcome>;

/** One call about the token with the app's credentials checks all three: the app, its secret and the token. */
async function tokenOutcomes(config: WhatsappConfig, values: WhatsappValues): Promise<TokenFields> {
  const { appID, appSecret, accessToken } = values;
  const gap = (value: string): Outcome => (value === "" ? { reason: "missing", detail: "" } : null);
  const gaps = { appID: gap(appID), appSecret: gap(appSecret), accessToken: gap(accessToken) };
  if (Object.values(gaps).some((one) => one !== null)) return gaps;
  const app: ChannelAccess = { externalId: "", settings: {}, secrets: { accessToken: `${appID}|${appSecret}` } };
  const path = `debug_token?input_token=${encodeURIComponent(accessToken)}`;
  try {
    const answer = await callGraph(config, app, { method: "GET", path, repeatable: true });
    return { ...gaps, accessToken: tokenOutcome(asRecord(answer.data), appID) };
  } catch (error) {
    const verdict = verdictOf(error);
    // Graph answers 100 if the token belongs to another app than the caller.
    if (isCode(error, "100")) return { ...gaps, accessToken: { ...verdict, reason: "otherApp" } };
    if (verdict.reason !== "tokenExpired" && verdict.reason !== "badRequest" && verdict.reason !== "unknown")
      return { appID: verdict, appSecret: verdict, accessToken: verdict };
    const unknown = { reason: "appUnknown" as const, detail: verdict.detail };
    return { ...gaps, appID: unknown, appSecret: unknown };
  }
}

function tokenOutcome(data: JsonRecord, appID: string): Outcome {
  const detail = textOf(asRecord(data.error).message) ?? "";
  if (data.is_valid !== true) return { reason: "tokenExpired", detail };
  if (textOf(data.app_id) !== appID) return { reason: "otherApp", detail };
  const scopes = asList(data.scopes);
  const missing = neededScopes.filter((scope) => !scopes.includes(scope));
  return missing.length > 0 ? { reason: "permissionMissing", detail: missing.join(", ") } : null;
}

async function numberFacts(config: WhatsappConfig, channel: ChannelAccess, accountId: string): Promise<NumberFacts> {
  const path = `${pathId(channel.externalId)}?fields=${numberFields}`;
  const answer = await callGraph(config, channel, { method: "GET", path, repeatable: true });
  const portfolioId = accountId === "" ? null : await portfolioOf(config, channel, accountId);
  const throughput = textOf(asRecord(answer.throughput).level);
  const quality = (textOf(answer.quality_rating) ?? "").toLowerCase();
  return {
    displayPhone: textOf(answer.display_phone_number) ?? "",
    verifiedName: textOf(answer.verified_name) ?? "",
    quality: quality === "green" || quality === "yellow" || quality === "red" ? quality : "unknown",
    limit: textOf(answer.whatsapp_business_manager_messaging_limit) ?? textOf(answer.messaging_limit_tier) ?? "",
    ...(portfolioId && { portfolioId }),
    ...(throughput && { throughput }),
  };
}

/** The business portfolio of an account; null if the token cannot read it. */
async function portfolioOf(config: WhatsappConfig, channel: ChannelAccess, accountId: string): Promise<string | null> {
  const path = `${pathId(accountId)}?fields=owner_business_info`;
  try {
    const answer = await callGraph(config, channel, { method: "GET", path, repeatable: true });
    return textOf(asRecord(answer.owner_business_info).id) ?? null;
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}

async function numberIsOf(config: WhatsappConfig, values: WhatsappValues): Promise<Outcome> {
  const path = `${pathId(values.businessAccountID)}/phone_numbers?fields=id&limit=100`;
  const answer = await callGraph(config, accessOf(values), { method: "GET", path, repeatable: true });
  const ids = asList(answer.data).map((one) => textOf(asRecord(one).id));
  return ids.includes(values.phoneNumberID) ? null : { reason: "otherAccount", detail: "" };
}

async function catalogueIsThere(config: WhatsappConfig, values: WhatsappValues): Promise<Outcome> {
  const path = `${pathId(values.catalogueID)}?fields=id,name`;
  await callGraph(config, accessOf(values), { method: "GET", path, repeatable: true });
  return null;
}

async function outcomeOf(value: string, test: () => Promise<Outcome>): Promise<Outcome> {
  if (value === "") return { reason: "missing", detail: "" };
  try {
    return await test();
  } catch (error) {
    return isCode(error, "100") || isCode(error, "33") ? { ...verdictOf(error), reason: "notFound" } : verdictOf(error);
  }
}

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof ProviderFailure)) throw error;
  return { reason: error.error.reason, detail: error.error.detail };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof ProviderFailure && error.error.code === code;
}
