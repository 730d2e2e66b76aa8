import { asList, asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";
import { storable } from "#platform/calls/storable";
import type { FormAnswer } from "../intake/rules/person.ts";

export const googleLeadPath = "/api_webhook/Google/Lead";

const maxIdLength = 200;
const maxFields = 100;
const maxValueLength = 2000;

/** A lead as Google's webhook sends it. */
export interface GoogleLead {
  key: string;
  leadId: string;
  isTest: boolean;
  formId: string;
  campaignId: string;
  adsetId: string;
  adId: string;
  /** The body without its key, for storing. */
  payload: JsonRecord;
}

/** Reads Google's body; null if it is invalid. Numbers keep their text: ids are too long for our numbers. */
export function readGoogleLead(body: Buffer): GoogleLead | null {
  const fields = asRecord(storable(parse(body.toString("utf8"))));
  const [key, leadId] = [textOf(fields["google_key"]), textOf(fields["lead_id"])];
  if (key === undefined || leadId === undefined || leadId.length > maxIdLength) return null;
  const { google_key: _key, ...payload } = fields;
  const idOf = (name: string) => (textOf(fields[name]) ?? "").slice(0, maxIdLength);
  return {
    key,
    leadId,
    isTest: fields["is_test"] === true || fields["is_test"] === "true",
    formId: idOf("form_id"),
    campaignId: idOf("campaign_id"),
    adsetId: idOf("adgroup_id"),
    adId: idOf("creative_id"),
    payload: { ...payload, user_column_data: asList(fields["user_column_data"]).slice(0, maxFields) },
  };
}

/** What was filled in, of a stored body. */
export function googleAnswers(payload: JsonRecord): FormAnswer[] {
  return asList(payload["user_column_data"]).flatMap((column) => {
    const fields = asRecord(column);
    const id = textOf(fields["column_id"]) ?? textOf(fields["column_name"]);
    const value = textOf(fields["string_value"])?.trim().slice(0, maxValueLength);
    if (!id || !value) return [];
    return [{ field: id.toLowerCase().replaceAll(" ", "_"), label: textOf(fields["column_name"]) ?? id, value }];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === "number" && !Number.isSafeInteger(value) ? (context?.source ?? String(value)) : value,
    );
  } catch {
    return null;
  }
}
