import type { MetaLead } from "#modules/advertising/port";
import { asList, asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";
import { storable } from "#platform/calls/storable";

/** What is asked of a lead. */
export const leadFields = "id,created_time,ad_id,adset_id,campaign_id,form_id,is_organic,platform,field_data";

const mostAnswers = 100;

/** A lead of an answer; null when it is none. */
export function leadOf(answer: JsonRecord): MetaLead | null {
  const leadId = textOf(answer["id"]);
  const created = Date.parse(textOf(answer["created_time"]) ?? "");
  if (leadId === undefined || Number.isNaN(created)) return null;
  const idOf = (name: string) => (textOf(answer[name]) ?? "").slice(0, 64);
  const fields = asList(answer["field_data"]).slice(0, mostAnswers);
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
