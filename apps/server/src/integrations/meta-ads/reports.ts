import type { AdLevel } from "@homeroom/contract/campaigns";
import { AdPlatformFailure, type AdReportRange, type PlatformDay, type ReportPause } from "#modules/advertising/port";
import { asList, asRecord, type JsonRecord, numberOf, textOf } from "#platform/calls/read-json";
import { storableText } from "#platform/calls/storable";
import { callForAll, callWithHeaders, pathId } from "./client.ts";
import type { MetaConfig } from "./config.ts";
import { restOf } from "./failures.ts";

const maxRows = 100_000;
const maxNameLength = 400;

/** From the top; the rows of a level name all levels above it. */
const levels = ["campaign", "adset", "ad"] as const;

const pathOf = (level: AdLevel) => levels.slice(0, levels.indexOf(level) + 1);

/** Requests a report of an account's figures by day. */
export async function startReport(
  config: MetaConfig,
  { token, accountId, range }: { token: string; accountId: string; range: AdReportRange },
): Promise<ReportPause & { reportId: string }> {
  const { level, firstDay, lastDay } = range;
  const names = pathOf(level).flatMap((one) => [`${one}_id`, `${one}_name`]);
  const { body, headers } = await callWithHeaders(config, {
    method: "POST",
    path: `${pathId(`act_${accountId}`)}/insights`,
    token,
    fields: {
      level,
      fields: [...names, "impressions", "reach", "clicks", "spend", "results", "actions"].join(","),
      time_range: JSON.stringify({ since: firstDay, until: lastDay }),
      time_increment: "1",
    },
  });
  const reportId = textOf(body["report_run_id"]);
  if (!reportId) throw new AdPlatformFailure("unavailable", "The answer names no report");
  return { reportId, restMs: restOf(headers) };
}

/** The progress of a report. */
export async function reportState(
  config: MetaConfig,
  token: string,
  reportId: string,
): Promise<ReportPause & { state: "running" | "done" | "failed" }> {
  const fields = { fields: "async_status,async_percent_completion" };
  const { body, headers } = await callWithHeaders(config, { path: pathId(reportId), token, fields });
  const status = textOf(body["async_status"]) ?? "";
  const failed = status === "Job Failed" || status === "Job Skipped";
  const done = status === "Job Completed" && (numberOf(body["async_percent_completion"]) ?? 100) >= 100;
  return { state: failed ? "failed" : done ? "done" : "running", restMs: restOf(headers) };
}

/** The rows of a finished report. */
export async function reportRows(
  config: MetaConfig,
  { token, reportId, level }: { token: string; reportId: string; level: AdLevel },
): Promise<PlatformDay[]> {
  const call = { path: `${pathId(reportId)}/insights`, token, fields: { limit: "500" } };
  const rows = await callForAll(config, call, maxRows);
  return rows.flatMap((row) => dayOf(row, level) ?? []);
}

/** All numbers are texts; zeros are omitted. */
function dayOf(row: JsonRecord, level: AdLevel): PlatformDay | null {
  const path = pathOf(level).map((one) => {
    const itemId = textOf(row[`${one}_id`]) ?? "";
    return { level: one, itemId, name: storableText(textOf(row[`${one}_name`]) ?? itemId).slice(0, maxNameLength) };
  });
  const day = textOf(row["date_start"]) ?? "";
  if (path.some(({ itemId }) => itemId === "") || !/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const count = (name: string) => Math.round(Math.max(0, numberOf(row[name]) ?? 0));
  return {
    path,
    day,
    impressions: count("impressions"),
    reach: count("reach"),
    clicks: count("clicks"),
    results: resultsOf(row),
    spend: Math.max(0, numberOf(row["spend"]) ?? 0),
  };
}

/** The actions that count as results if Meta names none. */
const resultActions = ["lead", "onsite_conversion.messaging_conversation_started_7d"];

function resultsOf(row: JsonRecord): number {
  const [named] = asList(row["results"]);
  if (named !== undefined) {
    const values = asList(asRecord(named)["values"]).map((one) => numberOf(asRecord(one)["value"]) ?? 0);
    return Math.max(0, ...values);
  }
  const actions = asList(row["actions"]).map(asRecord);
  const found = resultActions.map((type) => actions.find((action) => action["action_type"] === type));
  return Math.max(0, numberOf(found.find(Boolean)?.["value"]) ?? 0);
}
