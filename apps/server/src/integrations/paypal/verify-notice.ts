import { PaymentFailure, type PlatformValues, type RawNotice } from "#modules/payment-platforms/port";
import type { PaypalClient } from "./client.ts";

const headers = ["auth_algo", "cert_url", "transmission_id", "transmission_sig", "transmission_time"] as const;

/**
 * Has PayPal say whether it sent a notice to our webhook. Throws `refused` when it did not. Nothing is fetched from the
 * address of a certificate that somebody may have made up.
 */
export async function verifyNotice(client: PaypalClient, values: PlatformValues, notice: RawNotice): Promise<void> {
  const given = headers.map((name) => [name, notice.header(`paypal-${name.replaceAll("_", "-")}`)] as const);
  if (given.some(([, value]) => value === "")) throw new PaymentFailure("refused", { code: "notSigned" });
  const event = notice.body.toString("utf8");
  // What is no JSON could add fields of its own to the question.
  if (!isJson(event)) throw new PaymentFailure("refused", { code: "unreadable" });
  const known = JSON.stringify({ ...Object.fromEntries(given), webhook_id: values.webhookID });
  // The event is sent on byte for byte: re-serialising could change a number or an escape, and the signature covers the
  // bytes.
  const body = `${known.slice(0, -1)},"webhook_event":${event}}`;
  const answer = await client.call(values, { path: "/v1/notifications/verify-webhook-signature", body });
  if (answer["verification_status"] !== "SUCCESS") throw new PaymentFailure("refused", { code: "forged" });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
