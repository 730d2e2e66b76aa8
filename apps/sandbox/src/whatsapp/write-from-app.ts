import type { Channel } from "./channel.ts";
import { echoEnvelope } from "./envelope.ts";
import { makeMessageId } from "./ids.ts";
import type { Customer } from "./phone-book.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

/**
 * Somebody of the centre writes in the WhatsApp Business app, past the product: the customer has the message at once, and
 * WhatsApp tells the product afterwards.
 */
export function writeFromApp(
  sandbox: WhatsAppSandbox,
  { channel, customer, text }: { channel: Channel; customer: Customer; text: string },
): { id: string } {
  const id = makeMessageId(customer.phone ?? customer.userId, "from-business");
  const chat = sandbox.chats.open(channel.phoneNumberId, customer);
  const at = Date.now();
  const body = { body: text };
  sandbox.chats.add(chat, { id, from: "business", at, kind: "text", body, state: "delivered", reactions: {} });
  sandbox.webhooks.post(channel, echoEnvelope(channel, customer, { id, at, text }), "message echo");
  sandbox.news.chatChanged(customer.id);
  return { id };
}
