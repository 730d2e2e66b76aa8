import { asList, asRecord, textOf } from "#platform/calls/read-json";
import type { FormAnswer } from "../../intake/rules/person.ts";

/** One lead announced by a call from Meta, without its fields. */
export interface AnnouncedLead {
  pageId: string;
  leadId: string;
  formId: string;
  adId: string;
}

const id = /^\d{1,32}$/;
const maxLeads = 1000;
const maxAnswerLength = 2000;

/**
 * The leads announced by a body; everything else in it is ignored. Ids are read as text: some are too long for a
 * number.
 */
export function announcedLeads(body: Buffer): AnnouncedLead[] {
  const told = asList(asRecord(parse(body.toString("utf8")))["entry"]).flatMap((entry) =>
    asList(asRecord(entry)["changes"]).flatMap((change) => {
      const { field, value } = asRecord(change);
      const facts = asRecord(value);
      const idOf = (name: string) => textOf(facts[name]) ?? "";
      const [pageId, leadId] = [idOf("page_id"), idOf("leadgen_id")];
      if (field !== "leadgen" || !id.test(pageId) || !id.test(leadId)) return [];
      return [{ pageId, leadId, formId: safeId(idOf("form_id")), adId: safeId(idOf("ad_id")) }];
    }),
  );
  return told.slice(0, maxLeads);
}

/** What was filled in, of a stored lead. */
export function metaAnswers(payload: Readonly<Record<string, unknown>>): FormAnswer[] {
  return asList(payload["field_data"]).flatMap((one) => {
    const { name, values } = asRecord(one);
    const field = textOf(name);
    const value = asList(values)
      .flatMap((each) => textOf(each) ?? [])
      .join(", ")
      .slice(0, maxAnswerLength);
    return field && value ? [{ field: field.toLowerCase(), label: field.replaceAll("_", " "), value }] : [];
  });
}

function safeId(text: string): string {
  return id.test(text) ? text : "";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === "number" ? (context?.source ?? String(value)) : value,
    );
  } catch {
    return null;
  }
}
