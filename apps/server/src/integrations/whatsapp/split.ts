import { createHash } from "node:crypto";
import { asList, asRecord, isRecord, type JsonRecord, present, textOf } from "#platform/calls/read-json";
import { storable } from "#platform/calls/storable";
import { type Change, contactFinder, openEnvelope, type Unreadable } from "./envelope.ts";

/** One event of a webhook body, stored and processed separately. */
export interface SplitEvent {
  /** Its number; notices about an account have none. */
  phoneNumberId?: string;
  businessAccountId?: string;
  /** An event that is delivered again has the same id; one without id and time gets a new id with each delivery. */
  eventId: string;
  /** A webhook body with only this event in it. */
  payload: unknown;
  /** It concerns the whole account, and so each of its numbers. */
  accountWide: boolean;
  /** It is a status of one of our messages. */
  isStatus?: boolean;
}

export interface SplitBody {
  events: SplitEvent[];
  /** Parts with an unknown shape, stored as well. */
  leftovers: SplitEvent[];
}

/** Longer ids are replaced by their hash: a database index limits the length. */
const maxIdLength = 300;

/** Splits a verified webhook body into its events. Never throws. */
export function split(body: unknown, receivedAt: Date): SplitBody {
  const { changes, unreadable } = openEnvelope(storable(body));
  const result: SplitBody = { events: [], leftovers: unreadable.map(leftover) };
  for (const change of changes) {
    if (change.field === "messages") splitMessages(change, result);
    else if (change.field === "smb_message_echoes") splitEchoes(change, result);
    else result.events.push(accountEvent(change, receivedAt));
  }
  return result;
}

/** Without a time a second decision of the same kind looks like a replay: processing a replay twice is better than losing one. */
function accountEvent(change: Change, receivedAt: Date): SplitEvent {
  const made = otherEvent(change, change.value);
  const isDated = change.entryTime !== undefined || hasTimestamp(change.value);
  return isDated ? made : { ...made, eventId: bounded(`${made.eventId}:${receivedAt.toISOString()}`) };
}

function splitMessages(change: Change, result: SplitBody): void {
  const { messaging_product, metadata, messages, statuses, errors } = change.value;
  const base = present({ messaging_product, metadata });
  const unknownFields = fieldsOfUnknownShape(change.value);
  const findContact = contactFinder(change.value);
  const events: SplitEvent[] = [];
  const take = (list: "messages" | "statuses", items: unknown[], idOf: (item: JsonRecord) => string) => {
    for (const item of items) {
      if (!isRecord(item)) {
        const { phoneNumberId, businessAccountId } = change;
        result.leftovers.push(leftover({ part: { [list]: [item] }, phoneNumberId, businessAccountId }));
        continue;
      }
      const contact = findContact(item);
      // Unknown fields are stored once, with the first event: a copy for each event could grow without bound.
      const extra = events.length === 0 ? unknownFields : {};
      const value = { ...base, ...extra, ...(contact && { contacts: [contact] }), [list]: [item] };
      events.push({ ...event(change, idOf(item), value), ...(list === "statuses" && { isStatus: true }) });
    }
  };
  take("messages", asList(messages), messageEventId);
  take("statuses", asList(statuses), statusEventId);
  if (asList(errors).length > 0) events.push(otherEvent(change, { ...base, errors }));
  if (events.length === 0 && !hasOnlyLeftovers(change.value)) events.push(otherEvent(change, change.value));
  result.events.push(...events);
}

/** Messages that staff sent in the WhatsApp Business app: one event each. */
function splitEchoes(change: Change, result: SplitBody): void {
  const { messaging_product, metadata, message_echoes } = change.value;
  const echoes = asList(message_echoes).filter(isRecord);
  for (const echo of echoes) {
    const value = { ...present({ messaging_product, metadata }), message_echoes: [echo] };
    const id = textOf(echo.id);
    result.events.push(event(change, id === undefined ? `echo:${hash(echo)}` : bounded(`echo:${id}`), value));
  }
  if (echoes.length === 0) result.events.push(otherEvent(change, change.value));
}

function fieldsOfUnknownShape(value: JsonRecord): JsonRecord {
  const lists = ["contacts", "messages", "statuses", "errors"];
  const unknown = Object.entries(value).filter(
    ([key, item]) => key !== "messaging_product" && key !== "metadata" && !(lists.includes(key) && Array.isArray(item)),
  );
  return Object.fromEntries(unknown);
}

/** Whether the value has messages or statuses. If none became an event, all of them are among the leftovers. */
function hasOnlyLeftovers(value: JsonRecord): boolean {
  return asList(value.messages).length + asList(value.statuses).length > 0;
}

function messageEventId(message: JsonRecord): string {
  const id = textOf(message.id);
  if (id === undefined) return `message:${hash(message)}`;
  // If Meta ever puts the changed message's id here, the change must not count as a duplicate of the message.
  const type = textOf(message.type);
  const changes = type === "edit" || type === "revoke";
  return bounded(changes ? `${type}:${id}:${textOf(message.timestamp) ?? ""}` : id);
}

function statusEventId(status: JsonRecord): string {
  const [id, state] = [textOf(status.id), textOf(status.status)];
  return id === undefined || state === undefined ? `status:${hash(status)}` : bounded(`status:${id}:${state}`);
}

function otherEvent(change: Change, value: JsonRecord): SplitEvent {
  const made = event(change, "", value);
  return { ...made, eventId: bounded(`${change.field}:${hash({ value, time: change.entryTime })}`) };
}

/** Whether the value, or an item of one of its lists, has a time. */
function hasTimestamp(value: JsonRecord): boolean {
  const items = [value, ...Object.values(value).flatMap(asList)];
  return items.some((item) => textOf(asRecord(item).timestamp) !== undefined);
}

function event(change: Change, eventId: string, value: JsonRecord): SplitEvent {
  const { object, businessAccountId, entryTime, field, phoneNumberId } = change;
  const entry = present({ id: businessAccountId, time: entryTime, changes: [{ field, value }] });
  const accountWide = field !== "messages" && phoneNumberId === undefined;
  return present({ phoneNumberId, businessAccountId, eventId, payload: { object, entry: [entry] }, accountWide });
}

function leftover({ part, ...origin }: Unreadable & { phoneNumberId?: string }): SplitEvent {
  // Stored under its own key, so that it never looks like an event that can be parsed.
  const payload = present({ unreadable: part, ...origin });
  return present({ ...origin, eventId: `unreadable:${hash(part)}`, payload, accountWide: false });
}

function bounded(id: string): string {
  return id.length <= maxIdLength ? id : `sha256:${hash(id)}`;
}

function hash(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("hex");
}
