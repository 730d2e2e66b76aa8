import { GraphRefusal } from "./graph-errors.ts";
import { type OutgoingContent, readContent } from "./outgoing-content.ts";
import { type Fields, isObject, readObject, readOptionalText, readText } from "./read-fields.ts";

export interface OutgoingMessage {
  /** The person exactly as the business wrote them. */
  input: string;
  /** Digits, if addressed by number. */
  phone?: string;
  /** Business-scoped user id, if addressed by it. */
  userId?: string;
  content: OutgoingContent;
  quotedId?: string;
  /** biz_opaque_callback_data: repeated in every status of this message. */
  callbackData?: string;
}

export interface ReadReceipt {
  messageId: string;
  typing: boolean;
}

const PHONE = /^\+?[\d\s()-]+$/;
const BUSINESS_SCOPED_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Whether the body marks a message as read rather than sending one. */
export function isReadReceipt(body: Fields): boolean {
  return body.status !== undefined && body.type === undefined;
}

export function readReceipt(body: Fields): ReadReceipt {
  requireProduct(body);
  if (body.status !== "read") throw new GraphRefusal("badParameter", "Param status must be one of {read}");
  const messageId = readText(body.message_id, "message_id", 512);
  if (body.typing_indicator !== undefined) {
    const indicator = readObject(body.typing_indicator, "typing_indicator");
    if (indicator.type !== "text")
      throw new GraphRefusal("badParameter", "Param typing_indicator['type'] must be one of {text}");
  }
  return { messageId, typing: body.typing_indicator !== undefined };
}

/** Reads a send request, or throws Meta's refusal. */
export function readOutgoingMessage(body: Fields): OutgoingMessage {
  requireProduct(body);
  if (body.recipient_type !== undefined && body.recipient_type !== "individual") {
    throw new GraphRefusal("badParameter", "Param recipient_type must be one of {individual}");
  }
  const person = readRecipient(body);
  const content = readContent(body);
  if (person.userId !== undefined && person.phone === undefined && isAuthentication(content)) {
    throw new GraphRefusal("recipientIdUnsupported");
  }
  const callbackData = readOptionalText(body.biz_opaque_callback_data, "biz_opaque_callback_data", 512);
  const quotedId = isObject(body.context)
    ? readOptionalText(body.context.message_id, "context['message_id']", 512)
    : undefined;
  return {
    ...person,
    content,
    ...(quotedId === undefined ? {} : { quotedId }),
    ...(callbackData === undefined ? {} : { callbackData }),
  };
}

function requireProduct(body: Fields): void {
  if (body.messaging_product === undefined) {
    throw new GraphRefusal("invalidParameter", "The parameter messaging_product is required.");
  }
  if (body.messaging_product !== "whatsapp") {
    throw new GraphRefusal("invalidParameter", "Param messaging_product must be one of {WHATSAPP}");
  }
}

/** `to` takes precedence if both are given, as at Meta. */
function readRecipient(body: Fields): { input: string; phone?: string; userId?: string } {
  if (body.to === undefined && body.recipient === undefined) {
    throw new GraphRefusal("missingParameter", "One of the params to or recipient is required");
  }
  if (body.to === undefined) {
    const userId = readText(body.recipient, "recipient", 140);
    if (!BUSINESS_SCOPED_ID.test(userId))
      throw new GraphRefusal("badParameter", "Param recipient is not a valid user ID");
    return { input: userId, userId };
  }
  const input = typeof body.to === "number" ? String(body.to) : readText(body.to, "to", 40);
  const phone = input.replace(/\D/g, "");
  if (!PHONE.test(input) || phone.length < 7 || phone.length > 15) {
    throw new GraphRefusal("badParameter", "Param to is not a valid phone number");
  }
  return { input, phone };
}

function isAuthentication(content: OutgoingContent): boolean {
  return content.kind === "template" && content.category === "AUTHENTICATION";
}
