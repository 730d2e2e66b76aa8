import type { InboundIdentityChange, ProviderPerson } from "#modules/inbox/port";
import { asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";
import { personOf } from "./parse-person.ts";

const changes = ["user_changed_number", "user_changed_user_id"];

/** A system message that says under which number or id a customer is found from now on; undefined for any other message. */
export function parseIdentityChange(
  message: JsonRecord,
  contact: JsonRecord | undefined,
  at: Date,
): InboundIdentityChange | undefined {
  const system = asRecord(message.system);
  if (message.type !== "system" || !changes.includes(textOf(system.type) ?? "")) return undefined;
  const to = personOf({ userId: system.user_id, phone: system.wa_id ?? system.new_wa_id });
  const from = formerPerson(message, system, to);
  if (to === undefined || from === undefined) return undefined;
  const { name, username } = personOf({}, contact) ?? {};
  return { type: "identity", from, to: { ...to, ...(name && { name }), ...(username && { username }) }, at };
}

/**
 * The customer's identity before the change. The envelope may already carry the new id or number, or none, so only
 * values that differ from the new ones count. The sentence in `body` names the old one as a last resort.
 */
function formerPerson(message: JsonRecord, system: JsonRecord, to: ProviderPerson = {}): ProviderPerson | undefined {
  const named = personOf({ userId: system.previous_user_id ?? message.from_user_id, phone: message.from }) ?? {};
  const userId = named.userId === to.userId ? undefined : named.userId;
  const phone = named.phone === to.phone && to.userId === undefined ? undefined : named.phone;
  if (userId !== undefined || (phone !== undefined && phone !== to.phone)) {
    return { ...(userId && { userId }), ...(phone && { phone }) };
  }
  const told = /changed from \+?(\S+) to \S+/.exec(textOf(system.body) ?? "")?.[1];
  return personOf({ phone: told }) ?? (phone === undefined ? undefined : { phone });
}
