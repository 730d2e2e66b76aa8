import { asList, asRecord, isRecord, textOf } from "#platform/calls/read-json";

/** A notice about one address, from a mail provider or a bounce mail. */
export interface MailNotice {
  readonly kind: "bounced" | "complained";
  readonly address: string;
  /** The server's words; may be empty. */
  readonly detail: string;
  /** The Message-ID of our mail, if known. */
  readonly messageId: string;
}

/**
 * The final notices in a call: events of Amazon SES (through SNS), SendGrid, Mailgun and Brevo, or a bounce mail itself
 * (RFC 3464, RFC 5965). Deliveries, delays, full mailboxes and errors about the sender (5.7.x) are left out.
 */
export function readMailNotices(body: string): MailNotice[] {
  const json = parsed(body);
  if (json === undefined) return ofMail(body);
  const events = Array.isArray(json) ? asList(json) : [json];
  return events.flatMap((event) => ofEvent(asRecord(event))).filter(({ address }) => /^[^\s@]+@[^\s@]+$/.test(address));
}

/** The address that confirms a subscription to Amazon SNS; null for any other call, and for an address that is not Amazon's. */
export function confirmationAddress(body: string): string | null {
  const { Type: type, SubscribeURL: address } = asRecord(parsed(body));
  if (type !== "SubscriptionConfirmation" || typeof address !== "string" || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" && /^sns\.[a-z\d-]+\.amazonaws\.com(\.cn)?$/.test(hostname) ? address : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function ofEvent(event: Record<string, unknown>): MailNotice[] {
  if (typeof event["Message"] === "string") return ofSes(asRecord(parsed(event["Message"])));
  if (isRecord(event["event-data"])) return ofMailgun(asRecord(event["event-data"]));
  return ofFlatEvent(event);
}

function ofSes(event: Record<string, unknown>): MailNotice[] {
  const kind = textOf(event["notificationType"]) ?? textOf(event["eventType"]);
  const messageId = textOf(asRecord(asRecord(event["mail"])["commonHeaders"])["messageId"]) ?? "";
  const people = (list: unknown) => asList(list).map(asRecord);
  if (kind === "Complaint")
    return people(asRecord(event["complaint"])["complainedRecipients"]).map((one) =>
      notice("complained", { address: one["emailAddress"], detail: "", messageId }),
    );
  const bounce = asRecord(event["bounce"]);
  if (kind !== "Bounce") return [];
  return people(bounce["bouncedRecipients"]).flatMap((one) => {
    const detail = textOf(one["diagnosticCode"]) ?? "";
    const isFinal = isForGood(`${textOf(one["status"]) ?? ""} ${detail}`, bounce["bounceType"] === "Permanent");
    return isFinal ? [notice("bounced", { address: one["emailAddress"], detail, messageId })] : [];
  });
}

function ofMailgun(event: Record<string, unknown>): MailNotice[] {
  const status = asRecord(event["delivery-status"]);
  const detail = textOf(status["message"]) ?? textOf(status["description"]) ?? "";
  const messageId = textOf(asRecord(asRecord(event["message"])["headers"])["message-id"]) ?? "";
  const about = { address: event["recipient"], detail, messageId };
  if (event["event"] === "complained") return [notice("complained", about)];
  const isFinal = event["event"] === "failed" && isForGood(detail, event["severity"] === "permanent");
  return isFinal ? [notice("bounced", about)] : [];
}

const complaints = new Set(["spamreport", "spam", "complaint"]);
const bounces = new Set(["bounce", "hard_bounce", "invalid_email"]);

/** SendGrid's and Brevo's events, which have their kind in `event`. */
function ofFlatEvent(event: Record<string, unknown>): MailNotice[] {
  const name = textOf(event["event"]) ?? "";
  const detail = textOf(event["reason"]) ?? "";
  const messageId = textOf(event["smtp-id"]) ?? textOf(event["message-id"]) ?? "";
  const about = { address: event["email"], detail, messageId };
  if (complaints.has(name)) return [notice("complained", about)];
  if (!bounces.has(name) || event["type"] === "blocked") return [];
  return isForGood(`${textOf(event["status"]) ?? ""} ${detail}`, true) ? [notice("bounced", about)] : [];
}

/** Lines of a mail are read up to this length. */
const maxFieldLength = 1000;

/** A bounce or complaint as a mail. An out-of-office reply has neither part and is ignored. */
function ofMail(text: string): MailNotice[] {
  const field = (name: string, within: string) =>
    new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, "im")
      .exec(within)?.[1]
      ?.slice(0, maxFieldLength)
      .replace(/\s+/g, " ")
      .trim() ?? "";
  // Lengths are bounded: the text may be two megabytes written to keep the process busy.
  const addressIn = (value: string) => /([^\s<>;@]{1,64}@[^\s<>;]{1,255})/.exec(value)?.[1] ?? "";
  const messageId = /<(homeroom\.\d{1,15}\.\d{1,15}@[^>\s]{1,255})>/i.exec(text)?.[1] ?? "";
  if (/^Feedback-Type:[ \t]*abuse/im.test(text)) {
    const address = addressIn(field("Original-Rcpt-To", text)) || addressIn(field("Removal-Recipient", text));
    return address ? [notice("complained", { address, detail: "", messageId })] : [];
  }
  return text
    .split(/(?=^Final-Recipient:)/im)
    .slice(1)
    .flatMap((part) => {
      const detail = field("Diagnostic-Code", part);
      const isFinal = /^failed$/i.test(field("Action", part)) && isForGood(`${field("Status", part)} ${detail}`, false);
      const address = addressIn(field("Final-Recipient", part));
      return isFinal && address ? [notice("bounced", { address, detail, messageId })] : [];
    });
}

/** The enhanced code decides if there is one, because providers' categories are often wrong. Otherwise the category. */
function isForGood(words: string, isSaidToBe: boolean): boolean {
  const [, kind, subject, point] = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/.exec(words) ?? [];
  if (kind === undefined) return isSaidToBe;
  return kind === "5" && (subject === "1" || (subject === "2" && point !== "2") || subject === "0" || subject === "4");
}

function notice(
  kind: MailNotice["kind"],
  { address, detail, messageId }: { address: unknown; detail: string; messageId: string },
): MailNotice {
  return {
    kind,
    address: (textOf(address) ?? "").toLowerCase().slice(0, 254),
    detail: detail.replace(/\s+/g, " ").slice(0, 300),
    messageId: messageId.replace(/[<>]/g, ""),
  };
}

/** The plan and recipient in a Message-ID of ours; null for any other. */
export function recipientOfMail(messageId: string): { plan: number; recipient: number } | null {
  const [, plan, recipient] = /^homeroom\.(\d{1,15})\.(\d{1,15})@/.exec(messageId) ?? [];
  return plan === undefined ? null : { plan: Number(plan), recipient: Number(recipient) };
}
