import { createHmac } from "node:crypto";

export const callbackPath = "/api_webhook/WhatsApp/Callback";

export interface BusinessNumber {
  phoneNumberId: string;
  businessAccountId: string;
  appSecret: string;
}

export interface CustomerText {
  /** Digits, country code first. */
  from: string;
  name: string;
  text: string;
  /** The provider's id of the message. */
  id: string;
  /** When it was sent, in seconds. */
  at?: number;
}

/** What WhatsApp posts when customers have written to a business. */
export function textWebhook(number: BusinessNumber, texts: readonly CustomerText[]): object {
  const metadata = { display_phone_number: "85237000000", phone_number_id: number.phoneNumberId };
  const contacts = texts.map(({ from, name }) => ({ profile: { name }, wa_id: from, user_id: `HK.${from}` }));
  const messages = texts.map(({ from, text, id, at = Math.floor(Date.now() / 1000) }) => ({
    from,
    from_user_id: `HK.${from}`,
    id,
    timestamp: String(at),
    type: "text",
    text: { body: text },
  }));
  const value = { messaging_product: "whatsapp", metadata, contacts, messages };
  return {
    object: "whatsapp_business_account",
    entry: [{ id: number.businessAccountId, changes: [{ field: "messages", value }] }],
  };
}

export function signatureOf(body: string | Buffer, appSecret: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
}

/** Posts a webhook body signed with the number's secret; returns the HTTP status. */
export async function postWebhook(url: string, number: BusinessNumber, payload: unknown): Promise<number> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const answer = await fetch(url + callbackPath, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": signatureOf(body, number.appSecret) },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}
