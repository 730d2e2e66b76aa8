import { createHmac, randomBytes } from "node:crypto";
import type { Call } from "../measure/callers.ts";

/** A centre's WhatsApp number at the provider, and the secret that its webhooks are signed with. */
export interface WhatsAppNumber {
  phoneNumberId: string;
  businessAccountId: string;
  appSecret: string;
}

export const webhookPath = "/api_webhook/WhatsApp/Callback";

/** A customer's text as Meta posts it: one message per body, with a signature of its bytes. Returns its wamid with the call. */
export function signedWebhook(number: WhatsAppNumber, customer: string): { call: Call; messageId: string } {
  const messageId = `wamid.${randomBytes(24).toString("base64")}`;
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "85237000001", phone_number_id: number.phoneNumberId },
    contacts: [{ profile: { name: "陳嘉欣" }, wa_id: customer }],
    messages: [
      {
        from: customer,
        id: messageId,
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: "text",
        text: { body: "請問週末有沒有小學英文班？想星期六下午帶小孩來看看。" },
      },
    ],
  };
  const changes = [{ field: "messages", value }];
  const entry = [{ id: number.businessAccountId, changes }];
  const body = Buffer.from(JSON.stringify({ object: "whatsapp_business_account", entry }));
  const signature = createHmac("sha256", number.appSecret).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` };
  return { messageId, call: { path: webhookPath, headers, body } };
}
