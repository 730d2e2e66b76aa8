import type { InboundEvent, ProviderPerson } from "#modules/inbox/port";
import { asList, asRecord, type JsonRecord, present, textOf } from "#platform/calls/read-json";
import { type Change, contactFinder } from "./envelope.ts";
import { parseNotice } from "./parse-notice.ts";
import { timeOf } from "./parse-time.ts";

/**
 * A person from any identifier: since April 2026 the business-scoped user id is always present, and the number is
 * missing for people with a username. Undefined without any identifier.
 */
export function personOf(
  ids: { userId?: unknown; phone?: unknown },
  contact: JsonRecord = {},
): ProviderPerson | undefined {
  const profile = asRecord(contact.profile);
  // The contact's wa_id is the account; the sender's number can be written differently.
  const phone = phoneOf(contact.wa_id) ?? phoneOf(ids.phone);
  const userId =
    textOf(ids.userId) ?? textOf(contact.user_id) ?? (phone === undefined ? userIdIn(ids.phone) : undefined);
  if (phone === undefined && userId === undefined) return undefined;
  return present({
    userId,
    phone,
    name: textOf(profile.name)?.trim() || undefined,
    username: textOf(profile.username),
  });
}

/** Digits of a number in E.164, without the plus. */
export function phoneOf(value: unknown): string | undefined {
  const text = textOf(value)?.replace(/^\+/, "");
  return text !== undefined && /^\d{5,20}$/.test(text) ? text : undefined;
}

/** A business-scoped user id: country, then letters and digits, with `ENT` between them for a parent id. */
function userIdIn(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(text) ? text : undefined;
}

/** The customer pressed "stop" or "resume" in WhatsApp's own settings of our chat. */
export function parsePreferences(change: Change, now: Date): InboundEvent[] {
  const items = asList(change.value.user_preferences).map(asRecord);
  const contactOf = contactFinder({ ...change.value, messages: items });
  const events = items.map((item): InboundEvent | undefined => {
    const from = personOf({ userId: item.user_id, phone: item.wa_id }, contactOf(namedAsSender(item)));
    const marketing =
      item.value === "stop" ? "stop" : item.value === "resume" || item.value === "signup" ? "resume" : "";
    if (from === undefined || marketing === "" || item.category !== "marketing_messages") return undefined;
    return { type: "preference", from, marketing, at: timeOf(item.timestamp, { now, entryTime: change.entryTime }) };
  });
  return withNoticeForTheRest(events, change);
}

/** A customer's business-scoped user id became another, because they changed their number. */
export function parseUserIdUpdates(change: Change, now: Date): InboundEvent[] {
  const items = asList(change.value.user_id_update).map(asRecord);
  const events = items.map((item): InboundEvent | undefined => {
    const { previous, current } = asRecord(item.user_id);
    const from = personOf({ userId: previous });
    const to = personOf({ userId: current, phone: item.wa_id });
    if (from === undefined || to?.userId === undefined) return undefined;
    return { type: "identity", from, to, at: timeOf(item.timestamp, { now, entryTime: change.entryTime }) };
  });
  return withNoticeForTheRest(events, change);
}

function namedAsSender(item: JsonRecord): JsonRecord {
  return { from: item.wa_id, from_user_id: item.user_id };
}

function withNoticeForTheRest(events: (InboundEvent | undefined)[], change: Change): InboundEvent[] {
  const understood = events.filter((event) => event !== undefined);
  return understood.length === events.length && events.length > 0 ? understood : [...understood, parseNotice(change)];
}
