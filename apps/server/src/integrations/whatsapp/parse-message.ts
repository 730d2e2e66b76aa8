import type {
  AdReferral,
  InboundEvent,
  InboundIdentityChange,
  InboundMessage,
  ProviderPerson,
} from "#modules/inbox/port";
import { asRecord, isRecord, type JsonRecord, present, textOf } from "#platform/calls/read-json";
import { type Content, contentOf } from "./parse-content.ts";
import { noticeSummary } from "./parse-notice.ts";
import { personOf } from "./parse-person.ts";
import { type TimeSource, timeOf } from "./parse-time.ts";

const changes = ["user_changed_number", "user_changed_user_id"];

/** A system message with a customer's new number or id; undefined for any other message. */
function parseIdentityChange(
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

/** One entry of `messages`: usually a customer's message, but also a change of an earlier message or of their number. */
export function parseMessage(message: JsonRecord, contact: JsonRecord | undefined, time: TimeSource): InboundEvent {
  const at = timeOf(message.timestamp, time);
  const identity = parseIdentityChange(message, contact, at);
  if (identity !== undefined) return identity;
  const from = personOf({ userId: message.from_user_id, phone: message.from }, contact);
  const id = textOf(message.id);
  if (from === undefined || id === undefined) return withoutSender(message);
  return parseRevision(message, from, at) ?? parseWords(message, { id, from, at });
}

/** Staff's actions on a phone other than writing are stored but not shown. */
const wordless: readonly unknown[] = ["reaction", "edit", "revoke"];

/** One entry of `message_echoes`: staff wrote to a customer in the WhatsApp Business app. */
export function parseEcho(echo: JsonRecord, time: TimeSource): InboundEvent {
  const to = personOf({ userId: echo.to_user_id, phone: echo.to }, undefined);
  const id = textOf(echo.id);
  if (to === undefined || id === undefined || wordless.includes(echo.type))
    return { type: "notice", field: "smb_message_echoes", summary: noticeSummary({ message: echo.type, id: echo.id }) };
  const context = asRecord(echo.context);
  const { kind, text, media, details } = contentOf(echo);
  return present({
    type: "sentElsewhere" as const,
    providerMessageId: id,
    to,
    sentAt: timeOf(echo.timestamp, time),
    kind,
    text,
    media,
    details,
    quotedId: textOf(context.id),
    forwarded: context.forwarded === true || context.frequently_forwarded === true || undefined,
  });
}

function parseWords(message: JsonRecord, known: { id: string; from: ProviderPerson; at: Date }): InboundMessage {
  const context = asRecord(message.context);
  const content = contentOf(message);
  return present({
    type: "message",
    providerMessageId: known.id,
    from: known.from,
    sentAt: known.at,
    kind: content.kind,
    text: content.text,
    media: content.media,
    details: detailsOf(message, content),
    quotedId: textOf(context.id),
    forwarded: context.forwarded === true || context.frequently_forwarded === true || undefined,
    groupId: textOf(message.group_id),
    referral: referralOf(message.referral),
  });
}

function detailsOf(message: JsonRecord, content: Content): Record<string, unknown> {
  const product = asRecord(asRecord(message.context).referred_product);
  const productId = textOf(product.product_retailer_id);
  if (productId === undefined) return content.details;
  return { ...content.details, product: present({ productId, catalogId: textOf(product.catalog_id) }) };
}

/** The ad or post that the customer came from. An ad's click id is missing for posts and for ads in a status. */
function referralOf(value: unknown): AdReferral | undefined {
  if (!isRecord(value)) return undefined;
  return present({
    sourceType: textOf(value.source_type) ?? "unknown",
    sourceId: textOf(value.source_id),
    sourceUrl: textOf(value.source_url),
    headline: textOf(value.headline),
    body: textOf(value.body),
    mediaType: textOf(value.media_type),
    mediaUrl: textOf(value.image_url) ?? textOf(value.video_url) ?? textOf(value.thumbnail_url),
    clickId: textOf(value.ctwa_clid),
  });
}

function parseRevision(message: JsonRecord, from: ProviderPerson, at: Date): InboundEvent | undefined {
  const revision = message.type;
  if (revision !== "edit" && revision !== "revoke") return undefined;
  const change = asRecord(message[revision]);
  const originalId = textOf(change.original_message_id);
  if (originalId === undefined) return undefined;
  if (revision === "revoke") return { type: "revision", revision, from, originalId, at };
  // The new text is in a message inside the edit; for a file it is the caption.
  const changed = isRecord(change.message) ? change.message : change;
  return { type: "revision", revision, from, originalId, text: contentOf(changed).text, at };
}

function withoutSender({ type, id }: JsonRecord): InboundEvent {
  return { type: "notice", field: "messages", summary: noticeSummary({ message: type, id }) };
}
