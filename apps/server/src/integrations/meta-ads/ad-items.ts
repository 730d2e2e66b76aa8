import type { AdLevel, AdStatus } from "@homeroom/contract/campaigns";
import type { PlatformAccount, PlatformItem } from "#modules/advertising/port";
import { type JsonRecord, textOf } from "#platform/calls/read-json";
import { storableText } from "#platform/calls/storable";
import { callForAll, pathId } from "./client.ts";
import type { MetaConfig } from "./config.ts";

const maxAccounts = 200;
const maxItems = 20_000;
const maxNameLength = 400;

/** The ad accounts that a key can read. */
export async function adAccounts(config: MetaConfig, token: string): Promise<PlatformAccount[]> {
  const fields = { fields: "account_id,name,currency,timezone_name", limit: "100" };
  const rows = await callForAll(config, { path: "me/adaccounts", token, fields }, maxAccounts);
  return rows.flatMap((row) => {
    const [accountId, currency] = [textOf(row["account_id"]), textOf(row["currency"])];
    if (!accountId || !currency || !/^[A-Z]{3}$/.test(currency)) return [];
    return [{ accountId, currency, name: nameOf(row, accountId), timeZone: textOf(row["timezone_name"]) ?? "UTC" }];
  });
}

/** Items in every state but deleted: Meta omits archived ones unless requested. */
const states = ["ACTIVE", "PAUSED", "ARCHIVED", "CAMPAIGN_PAUSED", "ADSET_PAUSED", "IN_PROCESS", "WITH_ISSUES"];
const adStates = ["PENDING_REVIEW", "DISAPPROVED", "PREAPPROVED", "PENDING_BILLING_INFO"];

const edges: readonly { level: AdLevel; edge: string; parents: string; states: readonly string[] }[] = [
  { level: "campaign", edge: "campaigns", parents: "", states: states.filter((one) => !one.endsWith("_PAUSED")) },
  { level: "adset", edge: "adsets", parents: ",campaign_id", states: states.filter((one) => one !== "ADSET_PAUSED") },
  { level: "ad", edge: "ads", parents: ",campaign_id,adset_id", states: [...states, ...adStates] },
];

/** The campaigns, ad sets and ads of an account, in this order. */
export async function adItems(config: MetaConfig, token: string, accountId: string): Promise<PlatformItem[]> {
  const items: PlatformItem[] = [];
  for (const { level, edge, parents, ...asked } of edges) {
    const fields = {
      fields: `id,name,effective_status${parents}`,
      effective_status: JSON.stringify(asked.states),
      limit: "200",
    };
    const path = `${pathId(`act_${accountId}`)}/${edge}`;
    // oxlint-disable-next-line no-await-in-loop -- Meta counts calls: one after the other
    const rows = await callForAll(config, { path, token, fields }, maxItems);
    for (const row of rows) {
      const itemId = textOf(row["id"]);
      const [campaignId, adsetId] = [textOf(row["campaign_id"]) ?? "", textOf(row["adset_id"]) ?? ""];
      if (!itemId || (level !== "campaign" && !campaignId) || (level === "ad" && !adsetId)) continue;
      items.push({ level, itemId, campaignId, adsetId, name: nameOf(row, itemId), status: statusOf(row) });
    }
  }
  return items;
}

function nameOf(row: JsonRecord, otherwise: string): string {
  return storableText(textOf(row["name"]) ?? otherwise).slice(0, maxNameLength);
}

/** An item that does not run counts as paused, also if its parent is off or Meta is still reviewing it. */
function statusOf(row: JsonRecord): AdStatus {
  const status = textOf(row["effective_status"]);
  if (status === "ACTIVE" || status === "ARCHIVED") return status;
  return status === "DELETED" ? "ARCHIVED" : "PAUSED";
}
