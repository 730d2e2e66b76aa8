import type {
  InboundEvent,
  InboundHappening,
  InboundMessage,
  InboundNotice,
  ProviderPerson,
} from "#modules/inbox/port";
import { asList, asRecord, isRecord, type JsonRecord, numberOf, present, textOf } from "#platform/calls/read-json";
import { storable } from "#platform/calls/storable";
import { contentOf } from "./parse-content.ts";

/**
 * The events in a stored delivery, in our types. Never throws, and returns at least one event for every part: LINE adds
 * types without notice. `now` replaces a missing time.
 */
export function parse(payload: unknown, now = new Date()): InboundEvent[] {
  const body = storable(payload);
  const events = asList(asRecord(body)["events"]);
  if (events.length === 0) return [notice("unreadable", "A delivery without events")];
  return events.map((event) =>
    isRecord(event) ? parseEvent(event, now) : notice("unreadable", "Something that is not an event"),
  );
}

function parseEvent(event: JsonRecord, now: Date): InboundEvent {
  const type = textOf(event["type"]) ?? "unknown";
  const source = asRecord(event["source"]);
  const userId = textOf(source["userId"]);
  // Events in groups become a quiet line for members we know. An event without a person has no conversation to appear in.
  const groupId = textOf(source["groupId"]) ?? textOf(source["roomId"]);
  if (userId === undefined) return notice(type, "An event without a person");
  const personEvent: PersonEvent = { event, type, from: { userId }, at: timeOf(event, now), groupId };
  if (type === "message") return parseMessage(personEvent);
  if (groupId !== undefined) return happening(personEvent, "group_event");
  switch (type) {
    case "messageEdited":
      return parseEdit(personEvent);
    case "unsend":
      return parseUnsend(personEvent);
    case "follow":
    case "unfollow":
      return parseRelation(personEvent);
    case "postback":
      return parsePostback(personEvent);
    case "beacon":
    case "accountLink":
      return happening(personEvent, type);
    default:
      return happening(personEvent, "other");
  }
}

function happening({ type, from, at }: PersonEvent, what: InboundHappening["happening"]): InboundHappening {
  return { type: "happening", happening: what, providerType: type, from, at };
}

interface PersonEvent {
  event: JsonRecord;
  type: string;
  from: ProviderPerson;
  at: Date;
  groupId: string | undefined;
}

function parseMessage({ event, from, at, groupId }: PersonEvent): InboundEvent {
  const message = asRecord(event["message"]);
  const id = textOf(message["id"]);
  if (id === undefined) return notice("message", "A message without an id");
  const content = contentOf(message, id);
  return present<InboundMessage>({
    type: "message",
    providerMessageId: id,
    from,
    sentAt: at,
    ...content,
    quotedId: textOf(message["quotedMessageId"]),
    groupId,
    replyToken: replyTokenOf(event),
  });
}

/** Not in the published specification yet; in LINE's own libraries since 2026. */
function parseEdit({ event, from, at }: PersonEvent): InboundEvent {
  const message = asRecord(event["message"]);
  const originalId = textOf(message["id"]);
  if (originalId === undefined) return notice("messageEdited", "An edit of no message");
  return present({
    type: "revision" as const,
    revision: "edit" as const,
    from,
    originalId,
    text: textOf(message["text"]),
    at,
  });
}

function parseUnsend({ event, from, at }: PersonEvent): InboundEvent {
  const originalId = textOf(asRecord(event["unsend"])["messageId"]);
  if (originalId === undefined) return notice("unsend", "A withdrawal of no message");
  return { type: "revision", revision: "revoke", from, originalId, at };
}

function parseRelation({ event, type, from, at }: PersonEvent): InboundEvent {
  const relation = type === "follow" ? ("follow" as const) : ("block" as const);
  return present({
    type: "relation" as const,
    relation,
    from,
    at,
    eventId: eventIdOf(event),
    replyToken: replyTokenOf(event),
  });
}

/** A pressed button of a menu or a message. LINE sends its data only, not its label. */
function parsePostback({ event, from, at }: PersonEvent): InboundEvent {
  const postback = asRecord(event["postback"]);
  const data = textOf(postback["data"]) ?? "";
  const params = asRecord(postback["params"]);
  const chosen = textOf(params["datetime"]) ?? textOf(params["date"]) ?? textOf(params["time"]);
  return present<InboundMessage>({
    type: "message",
    providerMessageId: `postback:${eventIdOf(event)}`,
    from,
    sentAt: at,
    kind: "button",
    text: chosen ?? data,
    details: { payload: data, ...(Object.keys(params).length > 0 && { params }) },
    replyToken: replyTokenOf(event),
  });
}

/** In standby another system answers; the event has no reply token. */
function replyTokenOf(event: JsonRecord): string | undefined {
  const token = textOf(event["replyToken"]);
  return token !== undefined && token.length <= 200 && !/^[0f]+$/i.test(token) ? token : undefined;
}

function eventIdOf(event: JsonRecord): string {
  return textOf(event["webhookEventId"]) ?? String(numberOf(event["timestamp"]) ?? "unknown");
}

const earliest = Date.UTC(2010, 0);
const latest = Date.UTC(2100, 0);

function timeOf(event: JsonRecord, now: Date): Date {
  const at = numberOf(event["timestamp"]);
  return at !== undefined && at > earliest && at < latest ? new Date(at) : now;
}

function notice(field: string, summary: string): InboundNotice {
  return { type: "notice", field: field.slice(0, 100), summary };
}
