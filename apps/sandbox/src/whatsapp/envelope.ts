import { type Channel, digitsOf } from "./channel.ts";
import type { StatusError } from "./graph-errors.ts";
import type { Customer } from "./phone-book.ts";

export interface StatusPayload {
  id: string;
  status: "sent" | "delivered" | "read" | "played" | "failed";
  timestamp: string;
  recipient_id?: string;
  recipient_user_id: string;
  conversation?: { id: string; expiration_timestamp?: string; origin: { type: string } };
  pricing?: { billable: boolean; pricing_model: "PMP"; category: string; type: string };
  errors?: StatusError[];
  biz_opaque_callback_data?: string;
}

export type InboundPayload = Record<string, unknown> & { id: string; type: string };

/** The webhook body of customers' messages. System messages have no contacts. */
export function messagesEnvelope(
  channel: Channel,
  from: readonly { customer: Customer; message: InboundPayload }[],
): object {
  const people = [...new Set(from.filter(({ message }) => message.type !== "system").map(({ customer }) => customer))];
  return changeEnvelope(channel, "messages", {
    messaging_product: "whatsapp",
    metadata: metadataOf(channel),
    ...(people.length === 0 ? {} : { contacts: people.map(contactOf) }),
    messages: from.map(({ message }) => message),
  });
}

export function statusEnvelope(channel: Channel, status: StatusPayload): object {
  return changeEnvelope(channel, "messages", {
    messaging_product: "whatsapp",
    metadata: metadataOf(channel),
    statuses: [status],
  });
}

export function preferenceEnvelope(channel: Channel, customer: Customer, value: "stop" | "resume"): object {
  const detail = `User requested to ${value} marketing messages`;
  return changeEnvelope(channel, "user_preferences", {
    messaging_product: "whatsapp",
    metadata: metadataOf(channel),
    contacts: [contactOf(customer)],
    user_preferences: [
      {
        ...(customer.phone === undefined ? {} : { wa_id: customer.phone }),
        user_id: customer.userId,
        detail,
        category: "marketing_messages",
        value,
        timestamp: seconds(Date.now()),
      },
    ],
  });
}

/** The webhook body of a message that the centre wrote in the WhatsApp Business app, for the product on the same number. */
export function echoEnvelope(
  channel: Channel,
  customer: Customer,
  { id, at, text }: { id: string; at: number; text: string },
): object {
  return changeEnvelope(channel, "smb_message_echoes", {
    messaging_product: "whatsapp",
    metadata: metadataOf(channel),
    message_echoes: [
      {
        from: digitsOf(channel.displayPhoneNumber),
        ...(customer.phone === undefined ? {} : { to: customer.phone }),
        to_user_id: customer.userId,
        id,
        timestamp: seconds(at),
        type: "text",
        text: { body: text },
      },
    ],
  });
}

/** A webhook body with one change. Meta adds `time`, in whole seconds, to all webhooks except messages. */
export function changeEnvelope(channel: Channel, field: string, value: unknown): object {
  const time = field === "messages" ? {} : { time: Math.floor(Date.now() / 1_000) };
  return {
    object: "whatsapp_business_account",
    entry: [{ id: channel.businessAccountId, ...time, changes: [{ value, field }] }],
  };
}

/** Meta's timestamps are strings of whole seconds. */
export function seconds(milliseconds: number): string {
  return String(Math.floor(milliseconds / 1_000));
}

function metadataOf(channel: Channel): object {
  return { display_phone_number: digitsOf(channel.displayPhoneNumber), phone_number_id: channel.phoneNumberId };
}

function contactOf(customer: Customer): object {
  return {
    profile: { name: customer.name, ...(customer.username === undefined ? {} : { username: customer.username }) },
    ...(customer.phone === undefined ? {} : { wa_id: customer.phone }),
    user_id: customer.userId,
  };
}
