import type { DeliveryStatus, InboundEvent, InboundNotice, ProviderError } from "#modules/inbox/port";
import { asList, asRecord, isRecord, type JsonRecord, numberOf, present, textOf } from "#platform/calls/read-json";
import { classify } from "./errors.ts";
import { noticeSummary } from "./parse-notice.ts";
import { personOf } from "./parse-person.ts";
import { type TimeSource, timeOf } from "./parse-time.ts";

const statuses: readonly string[] = ["sent", "delivered", "read", "played", "failed"] satisfies DeliveryStatus[];

export function parseStatus(status: JsonRecord, contact: JsonRecord | undefined, time: TimeSource): InboundEvent {
  const providerMessageId = textOf(status.id);
  const state = textOf(status.status);
  if (providerMessageId === undefined || !isDeliveryStatus(state)) return unknownStatus(status);
  const recipient = personOf({ userId: status.recipient_user_id, phone: status.recipient_id }, contact);
  return present({
    type: "status",
    providerMessageId,
    status: state,
    at: timeOf(status.timestamp, time),
    ourId: ourIdIn(status.biz_opaque_callback_data),
    recipient,
    error: state === "failed" ? errorOf(status) : undefined,
    pricing: pricingOf(status.pricing),
  });
}

/** The first of an object's `errors`, classified. A failure without a reason is unknown. */
function errorOf(status: JsonRecord): ProviderError {
  const error = asRecord(asList(status.errors)[0]);
  return classify({ code: numberOf(error.code), detail: errorText(error) });
}

/** Meta's message of an error: its details if present, since they name the field or template. */
export function errorText(error: JsonRecord): string {
  const words = [error.title, error.message, asRecord(error.error_data).details].map(textOf);
  return [...new Set(words.filter((word) => word !== undefined))].join(": ");
}

function pricingOf(value: unknown): { billable: boolean; category: string; type?: string } | undefined {
  if (!isRecord(value)) return undefined;
  const category = textOf(value.category);
  if (category === undefined) return undefined;
  const type = textOf(value.type);
  // Per-message pricing has a type, conversation pricing only `billable`.
  const billable = value.billable === undefined ? type === "regular" : value.billable === true;
  return present({ billable, category, type });
}

/** We send our message ids, which are UUIDs; other senders on the same account may use this field for their ids. */
function ourIdIn(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
    ? text.toLowerCase()
    : undefined;
}

function unknownStatus(status: JsonRecord): InboundNotice {
  return { type: "notice", field: "messages", summary: noticeSummary({ status: status.status, id: status.id }) };
}

function isDeliveryStatus(state: string | undefined): state is DeliveryStatus {
  return state !== undefined && statuses.includes(state);
}
