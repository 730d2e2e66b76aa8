import type { AccountNews, ChannelNews, InboundNotice } from "#modules/inbox/port";
import { asList, asRecord, isRecord, type JsonRecord, present, textOf } from "#platform/calls/read-json";
import type { Change } from "./envelope.ts";
import { withoutSecrets } from "./errors.ts";
import { dateOf } from "./parse-time.ts";
import { rejectReason, reviewStatus } from "./templates.ts";

const maxSummaryLength = 500;

/** The values shown for each field's notices, in this order; for other fields, all short values. */
const tellingFields: Record<string, string[]> = {
  message_template_status_update: ["message_template_name", "message_template_language", "event", "reason"],
  message_template_quality_update: [
    "message_template_name",
    "message_template_language",
    "previous_quality_score",
    "new_quality_score",
  ],
  template_category_update: ["message_template_name", "message_template_language", "previous_category", "new_category"],
  message_template_components_update: ["message_template_name", "message_template_language"],
  phone_number_quality_update: ["display_phone_number", "event", "current_limit"],
  phone_number_name_update: ["display_phone_number", "decision", "requested_verified_name", "rejection_reason"],
  account_update: ["event", "phone_number"],
  account_review_update: ["decision"],
  account_alerts: ["alert_type", "alert_severity", "alert_status", "alert_description"],
};

/** A notice about the number or the account, as one line of facts: `name=value` in WhatsApp's own terms. */
export function parseNotice(change: Change): InboundNotice {
  const { field } = change;
  const { messaging_product: _always, ...value } = change.value;
  const errors = asList(value.errors).map(asRecord);
  if (field === "messages" && errors.length > 0) {
    const told = errors.map(({ code, title, error_data }) => ({ code, title, ...asRecord(error_data) }));
    return { type: "notice", field, summary: told.map(noticeSummary).join("; ").slice(0, maxSummaryLength) };
  }
  const names = Object.hasOwn(tellingFields, field) ? tellingFields[field] : undefined;
  const told = names === undefined ? value : Object.fromEntries(names.map((name) => [name, value[name]]));
  const news = newsIn(change);
  return {
    type: "notice",
    field: field === "" ? "unknown" : field,
    summary: noticeSummary({ ...told, ...more(value) }),
    ...(news && { news }),
  };
}

/** A notice that is acted on, in our types. */
function newsIn({ field, value, entryTime }: Change): ChannelNews | null {
  if (field === "account_update") return accountNews(value, dateOf(entryTime));
  if (field === "phone_number_quality_update") {
    const displayPhone = textOf(value.display_phone_number) ?? "";
    return {
      about: "number",
      displayPhone,
      event: textOf(value.event) ?? "",
      limit: textOf(value.current_limit) ?? "",
    };
  }
  const [templateId, name, language] = [
    value.message_template_id,
    value.message_template_name,
    value.message_template_language,
  ].map(textOf);
  if (templateId === undefined || name === undefined || language === undefined) return null;
  const template = { templateId, name, language };
  if (field === "template_category_update")
    return { about: "templateCategory", ...template, category: (textOf(value.new_category) ?? "").toLowerCase() };
  if (field !== "message_template_status_update") return null;
  const event = textOf(value.event) ?? "";
  // A warning about complaints changes nothing yet.
  if (event === "FLAGGED") return null;
  const at = dateOf(entryTime);
  return present({
    about: "templateReview" as const,
    ...template,
    status: reviewStatus(event),
    reason: rejectReason(textOf(value.reason)) ?? undefined,
    detail: detailOf(value),
    at: at?.toISOString(),
  });
}

type AccountRestriction = AccountNews["restrictions"][number];

const restrictionBlocks = new Map<string, AccountRestriction["blocks"]>([
  ["RESTRICTED_BIZ_INITIATED_MESSAGING", "template"],
  ["RESTRICTED_CUSTOMER_INITIATED_MESSAGING", "free"],
]);

const banStates = new Map<string, AccountNews["state"]>([
  ["DISABLE", "disabled"],
  ["SCHEDULE_FOR_DISABLE", "scheduled"],
  ["REINSTATE", "reinstated"],
]);

/** Meta's decision about the account; null for irrelevant ones, such as prices and partners. */
function accountNews(value: JsonRecord, at: Date | undefined): AccountNews | null {
  const event = textOf(value.event);
  const news = (state: AccountNews["state"], detail: unknown, restrictions: AccountRestriction[] = []): AccountNews =>
    present({
      about: "account" as const,
      state,
      detail: withoutSecrets(textOf(detail) ?? "").slice(0, maxSummaryLength),
      restrictions,
      at: at?.toISOString(),
    });
  if (event === "ACCOUNT_VIOLATION") return news("violation", asRecord(value.violation_info).violation_type);
  if (event === "DISABLED_UPDATE") {
    const { waba_ban_state, waba_ban_date } = asRecord(value.ban_info);
    const state = banStates.get(textOf(waba_ban_state) ?? "");
    return state ? news(state, waba_ban_date) : null;
  }
  if (event !== "ACCOUNT_RESTRICTION") return null;
  const restrictions = asList(value.restriction_info).slice(0, maxRestrictions).map(restrictionOf);
  return news("restricted", restrictions.map(({ type }) => type).join(", "), restrictions);
}

const maxRestrictions = 20;

function restrictionOf(item: unknown): AccountRestriction {
  const { restriction_type, expiration } = asRecord(item);
  const type = (textOf(restriction_type) ?? "").slice(0, maxSummaryLength);
  return {
    type,
    blocks: restrictionBlocks.get(type) ?? null,
    until: dateOf(textOf(expiration))?.toISOString() ?? null,
  };
}

function detailOf(value: JsonRecord): string {
  const { rejection_info, other_info, disable_info } = value;
  const { reason, recommendation } = asRecord(rejection_info);
  const parts = [reason, recommendation, asRecord(other_info).description, asRecord(disable_info).disable_date].map(
    textOf,
  );
  return withoutSecrets(parts.filter((part) => part !== undefined).join(" ")).slice(0, maxSummaryLength);
}

/** The facts that are one level deeper in some notices. */
function more(value: JsonRecord): JsonRecord {
  const restriction = asRecord(asList(value.restriction_info)[0]);
  const { ban_info, disable_info, rejection_info, violation_info } = value;
  return {
    restriction: restriction.restriction_type,
    until: restriction.expiration,
    ban: asRecord(ban_info).waba_ban_state,
    disabledFrom: asRecord(disable_info).disable_date,
    recommendation: asRecord(rejection_info).recommendation,
    violation: asRecord(violation_info).violation_type,
  };
}

export function unreadableNotice(part: unknown): InboundNotice {
  const summary = isRecord(part) ? noticeSummary({ keys: Object.keys(part).join(",") }) : `type=${typeName(part)}`;
  return { type: "notice", field: "unreadable", summary };
}

/** `name=value` pairs of values short enough to read. */
export function noticeSummary(facts: JsonRecord): string {
  const pairs = Object.entries(facts).flatMap(([name, value]) => {
    const text = typeof value === "boolean" ? String(value) : textOf(value);
    return text === undefined ? [] : [`${name}=${text}`];
  });
  return withoutSecrets(pairs.join(", ")).slice(0, maxSummaryLength);
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
