import { asList, asRecord, isRecord, type JsonRecord, textOf } from "#platform/calls/read-json";

/** One change of a webhook body, with the fields of its entry. */
export interface Change {
  object: string;
  /** The WhatsApp Business Account that the entry is about. */
  businessAccountId?: string;
  /** Seconds since 1970, if given. */
  entryTime?: string;
  field: string;
  value: JsonRecord;
  phoneNumberId?: string;
}

/** A part of a body with an unknown shape. */
export interface Unreadable {
  part: unknown;
  businessAccountId?: string;
}

export interface Envelope {
  changes: Change[];
  unreadable: Unreadable[];
}

/** All parts of a webhook body, in order; parts with an unknown shape are returned separately, so that nothing is lost. */
export function openEnvelope(body: unknown): Envelope {
  const envelope: Envelope = { changes: [], unreadable: [] };
  if (!isRecord(body) || !Array.isArray(body.entry)) {
    envelope.unreadable.push({ part: body });
    return envelope;
  }
  for (const entry of body.entry) openEntry(textOf(body.object) ?? "", entry, envelope);
  return envelope;
}

function openEntry(object: string, entry: unknown, envelope: Envelope): void {
  const { id, time, changes } = asRecord(entry);
  const businessAccountId = textOf(id);
  if (!Array.isArray(changes)) {
    envelope.unreadable.push({ part: entry, businessAccountId });
    return;
  }
  for (const change of changes) {
    const { field, value } = asRecord(change);
    if (!isRecord(value)) {
      envelope.unreadable.push({ part: change, businessAccountId });
      continue;
    }
    envelope.changes.push({
      object,
      businessAccountId,
      entryTime: textOf(time),
      field: textOf(field) ?? "",
      value,
      phoneNumberId: textOf(asRecord(value.metadata).phone_number_id),
    });
  }
}

/**
 * Finds the contact of a message or status. A contact without a matching id is used only if it is
 * the only contact beside the only event: guessing would show a customer's words under another customer's name.
 */
export function contactFinder(value: JsonRecord): (event: JsonRecord) => JsonRecord | undefined {
  const contacts = asList(value.contacts).filter(isRecord);
  const eventCount = asList(value.messages).length + asList(value.statuses).length;
  const byId = new Map<string, JsonRecord>();
  for (const contact of contacts) {
    for (const id of [textOf(contact.wa_id), textOf(contact.user_id)]) if (id !== undefined) byId.set(id, contact);
  }
  const only = contacts.length === 1 && eventCount === 1 ? contacts[0] : undefined;
  return (event) => {
    for (const key of ["from_user_id", "recipient_user_id", "from", "recipient_id"]) {
      const contact = byId.get(textOf(event[key]) ?? "");
      if (contact !== undefined) return contact;
    }
    return only;
  };
}
