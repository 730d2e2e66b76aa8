import type { AdStatus } from "@homeroom/contract/campaigns";
import { AdPlatformFailure, type PlatformAccount, type PlatformItem } from "#modules/advertising/port";
import { asList, isRecord, type JsonRecord, textOf } from "#platform/calls/read-json";
import { storableText } from "#platform/calls/storable";
import { callForAll, callOcean } from "./client.ts";
import type { VolcengineConfig } from "./config.ts";

const maxAccounts = 200;
const maxItems = 20_000;
const maxNameLength = 400;

/** The advertisers that a key can read. They are billed in yuan and use Beijing's time zone. */
export async function adAccounts(config: VolcengineConfig, token: string): Promise<PlatformAccount[]> {
  const data = await callOcean(config, { path: "oauth2/advertiser/get/", token });
  return asList(data["list"])
    .filter(isRecord)
    .slice(0, maxAccounts)
    .flatMap((row) => {
      const accountId = textOf(row["advertiser_id"]) ?? textOf(row["account_id"]);
      if (!accountId || row["is_valid"] === false) return [];
      const name = nameOf(row, ["advertiser_name", "account_name"], accountId);
      return [{ accountId, name, currency: "CNY", timeZone: "Asia/Shanghai" }];
    });
}

/**
 * Projects and promotions, with no level between: a project is mapped to a campaign and to its one ad set, so that
 * a promotion has the two parents that every ad has.
 */
export async function adItems(config: VolcengineConfig, token: string, accountId: string): Promise<PlatformItem[]> {
  const query = { advertiser_id: advertiserId(accountId) };
  const paging = { key: "list" as const, most: maxItems };
  const projects = await callForAll(config, { path: "v3.0/project/list/", token, query }, paging);
  const promotions = await callForAll(config, { path: "v3.0/promotion/list/", token, query }, paging);
  const campaigns = projects.flatMap((row): PlatformItem[] => {
    const itemId = textOf(row["project_id"]);
    if (!itemId) return [];
    const name = nameOf(row, ["name", "project_name"], itemId);
    return [{ level: "campaign", itemId, campaignId: "", adsetId: "", name, status: statusOf(row) }];
  });
  const ads = promotions.flatMap((row): PlatformItem[] => {
    const [itemId, projectId] = [textOf(row["promotion_id"]), textOf(row["project_id"])];
    if (!itemId || !projectId) return [];
    const name = nameOf(row, ["promotion_name", "name"], itemId);
    return [{ level: "ad", itemId, campaignId: projectId, adsetId: projectId, name, status: statusOf(row) }];
  });
  const adsets = campaigns.map((one) => ({ ...one, level: "adset" as const, campaignId: one.itemId }));
  return [...campaigns, ...adsets, ...ads];
}

/** Ids come from outside. Throws `refused` for an invalid id. */
export function advertiserId(id: string): string {
  if (!/^\d{1,32}$/.test(id)) throw new AdPlatformFailure("refused", "The id is no advertiser's");
  return id;
}

/** The first name that a row has. */
export function nameOf(row: JsonRecord, keys: readonly string[], otherwise: string): string {
  const name = keys.map((key) => textOf(row[key])).find((one) => one !== undefined);
  return storableText(name ?? otherwise).slice(0, maxNameLength);
}

/** An item that does not run counts as paused, for any reason; a deleted or ended one as archived. */
function statusOf(row: JsonRecord): AdStatus {
  const status = textOf(row["status_first"]) ?? textOf(row["status"]) ?? "";
  if (/DELETE|DONE|TIME_DONE/.test(status)) return "ARCHIVED";
  return textOf(row["opt_status"]) === "DISABLE" || /DISABLE|AUDIT|FROZEN|NOT_START/.test(status) ? "PAUSED" : "ACTIVE";
}
