import type { AdLevel } from "@homeroom/contract/campaigns";
import { AdPlatformFailure, type AdReportRange, type PlatformDay } from "#modules/advertising/port";
import { asRecord, type JsonRecord, numberOf, textOf } from "#platform/calls/read-json";
import { callForAll } from "./client.ts";
import type { VolcengineConfig } from "./config.ts";
import { advertiserId, nameOf } from "./items.ts";

const maxRows = 100_000;

/** Encodes a report's query as its id. */
export function reportIdOf(accountId: string, { firstDay, lastDay }: AdReportRange): string {
  return `${advertiserId(accountId)}:${firstDay}:${lastDay}`;
}

/** A level's figures by day. Ocean Engine does not report reach: it is 0. */
export async function reportRows(
  config: VolcengineConfig,
  { token, reportId, level }: { token: string; reportId: string; level: AdLevel },
): Promise<PlatformDay[]> {
  const [, accountId, firstDay, lastDay] = /^(\d+):([\d-]+):([\d-]+)$/.exec(reportId) ?? [];
  if (!accountId) throw new AdPlatformFailure("refused", "The report is none of ours");
  const promotion = ["cdp_promotion_id", "cdp_promotion_name"];
  const query = {
    advertiser_id: accountId,
    data_topic: "BASIC_DATA",
    dimensions: ["stat_time_day", "cdp_project_id", "cdp_project_name", ...(level === "ad" ? promotion : [])],
    metrics: ["stat_cost", "show_cnt", "click_cnt", "convert_cnt"],
    filters: [],
    order_by: [{ field: "stat_time_day", type: "ASC" }],
    start_time: firstDay,
    end_time: lastDay,
  };
  const call = { path: "v3.0/report/custom/get/", token, query };
  const rows = await callForAll(config, call, { key: "rows", most: maxRows });
  return rows.flatMap((row) => dayOf(row, level) ?? []);
}

function dayOf(row: JsonRecord, level: AdLevel): PlatformDay | null {
  const [dimensions, metrics] = [asRecord(row["dimensions"]), asRecord(row["metrics"])];
  const stepAt = (one: AdLevel) => {
    const kind = one === "ad" ? "promotion" : "project";
    const itemId = textOf(dimensions[`cdp_${kind}_id`]) ?? "";
    return { level: one, itemId, name: nameOf(dimensions, [`cdp_${kind}_name`], itemId) };
  };
  const levels = ["campaign", "adset", "ad"] as const;
  const path = levels.slice(0, levels.indexOf(level) + 1).map(stepAt);
  const day = (textOf(dimensions["stat_time_day"]) ?? "").slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || path.some(({ itemId }) => itemId === "")) return null;
  const count = (name: string) => Math.max(0, Math.round(numberOf(metrics[name]) ?? 0));
  return {
    path,
    day,
    impressions: count("show_cnt"),
    reach: 0,
    clicks: count("click_cnt"),
    results: count("convert_cnt"),
    spend: Math.max(0, numberOf(metrics["stat_cost"]) ?? 0),
  };
}
