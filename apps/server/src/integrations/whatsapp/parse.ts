import type { InboundEvent } from "#modules/inbox/port";
import { asList, asRecord, isRecord } from "#platform/calls/read-json";
import { storable } from "#platform/calls/storable";
import { type Change, contactFinder, openEnvelope } from "./envelope.ts";
import { parseEcho, parseMessage } from "./parse-message.ts";
import { parseNotice, unreadableNotice } from "./parse-notice.ts";
import { parsePreferences, parseUserIdUpdates } from "./parse-person.ts";
import { parseStatus } from "./parse-status.ts";

/**
 * The events in a stored delivery, in our types. Never throws, and returns at least one event for every part: an unknown
 * part becomes an `unsupported` message or a notice. `now` replaces a missing time.
 */
export function parse(payload: unknown, now = new Date()): InboundEvent[] {
  const body = storable(payload);
  if (isRecord(body) && "unreadable" in body) return [unreadableNotice(body.unreadable)];
  const { changes, unreadable } = openEnvelope(body);
  return [
    ...changes.flatMap((change) => parseChange(change, now)),
    ...unreadable.map(({ part }) => unreadableNotice(part)),
  ];
}

function parseChange(change: Change, now: Date): InboundEvent[] {
  if (change.field === "messages") return parseMessages(change, now);
  if (change.field === "smb_message_echoes") return parseEchoes(change, now);
  if (change.field === "user_preferences") return parsePreferences(change, now);
  if (change.field === "user_id_update") return parseUserIdUpdates(change, now);
  return [parseNotice(change)];
}

function parseEchoes(change: Change, now: Date): InboundEvent[] {
  const echoes = asList(change.value.message_echoes).map(asRecord);
  if (echoes.length === 0) return [parseNotice(change)];
  return echoes.map((echo) => parseEcho(echo, { now, entryTime: change.entryTime }));
}

function parseMessages(change: Change, now: Date): InboundEvent[] {
  const { messages, statuses, errors } = change.value;
  const contactOf = contactFinder(change.value);
  const events: InboundEvent[] = [];
  for (const message of asList(messages)) {
    const record = asRecord(message);
    events.push(parseMessage(record, contactOf(record), { now, entryTime: change.entryTime }));
  }
  for (const status of asList(statuses)) {
    const record = asRecord(status);
    events.push(parseStatus(record, contactOf(record), { now, entryTime: change.entryTime }));
  }
  if (events.length === 0 || asList(errors).length > 0) events.push(parseNotice(change));
  return events;
}
