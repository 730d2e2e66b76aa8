import { PaymentFailure, type PlatformValues, type RawNotice } from "#modules/payment-platforms/port";
import type { PaypalClient } from "./client.ts";

/**
 * The form of each header, by PayPal's API description; but that allows no signature that begins with "+" or
 * "/", as one of 32 in base64 does.
 */
const headers: readonly (readonly [name: string, isPossible: (value: string) => boolean])[] = [
  ["auth_algo", (value) => /^[a-zA-Z0-9]{1,100}$/.test(value)],
  ["cert_url", (value) => value.length <= 500 && URL.canParse(value)],
  ["transmission_id", (value) => value.length <= 50 && isWord(value)],
  ["transmission_sig", (value) => /^[A-Za-z0-9+/]{1,498}={0,2}$/.test(value)],
  ["transmission_time", (value) => value.length <= 100 && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)],
];

function isWord(value: string): boolean {
  return /^(?!\d+$)\w+\S+$/.test(value);
}

/**
 * Asks PayPal whether it sent a notice to our webhook. Throws `refused` if it did not. Nothing is fetched from the
 * certificate's address, which could be forged.
 */
export async function verifyNotice(client: PaypalClient, values: PlatformValues, notice: RawNotice): Promise<void> {
  const given = headers.map(([name]) => [name, notice.header(`paypal-${name.replaceAll("_", "-")}`)] as const);
  if (given.some(([, value], index) => !headers[index]?.[1](value)))
    throw new PaymentFailure("refused", { code: "notSigned" });
  const event = notice.body.toString("utf8");
  // Invalid JSON could add fields of its own to the request.
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
