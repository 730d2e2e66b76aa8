import {
  type CardCharge,
  type CardLink,
  type CardVault,
  PaymentFailure,
  type PaymentStanding,
  type PlatformValues,
} from "#modules/payment-platforms/port";
import { asList, asRecord, textOf } from "#platform/calls/read-json";
import type { PaypalClient } from "./client.ts";
import { addressIn, amountOf, descriptionOf, orderStanding } from "./orders.ts";

/** PayPal accounts that their owners let us charge again (Payment Method Tokens v3, of 2026-11). */
export function paypalVault(client: PaypalClient): CardVault {
  return {
    async begin(values, { requestId, returnAddress, cancelAddress }): Promise<CardLink> {
      const experience_context = {
        return_url: returnAddress,
        cancel_url: cancelAddress,
        shipping_preference: "NO_SHIPPING",
      };
      const setup = await client.call(values, {
        path: "/v3/vault/setup-tokens",
        requestId,
        body: { payment_source: { paypal: { usage_type: "MERCHANT", experience_context } } },
      });
      const [address, setupId] = [addressIn(setup), textOf(setup["id"])];
      if (!address || !setupId) throw new PaymentFailure("unavailable", { code: "noLink" });
      return { address, setupId };
    },
    async finish(values, setupId) {
      const made = await client.call(values, {
        path: "/v3/vault/payment-tokens",
        requestId: `${setupId}-token`,
        body: { payment_source: { token: { id: setupId, type: "SETUP_TOKEN" } } },
      });
      const token = textOf(made["id"]);
      if (!token) throw new PaymentFailure("unavailable", { code: "noToken" });
      return { token, label: textOf(asRecord(asRecord(made["payment_source"])["paypal"])["email_address"]) ?? "" };
    },
    async remove(values, token) {
      const path = `/v3/vault/payment-tokens/${encodeURIComponent(token)}`;
      await client.call(values, { method: "DELETE", path });
    },
    charge: (values, request) => chargeAgain(client, values, request),
  };
}

/** PayPal makes one order for a request id, so asking again after a lost answer returns the same one. */
async function chargeAgain(
  client: PaypalClient,
  values: PlatformValues,
  { tradeNumber, amountMinor, currency, title, token }: CardCharge,
): Promise<{ externalId: string; standing: PaymentStanding }> {
  const order = await client.call(values, {
    path: "/v2/checkout/orders",
    requestId: tradeNumber,
    body: {
      intent: "CAPTURE",
      purchase_units: [
        {
          custom_id: tradeNumber,
          invoice_id: tradeNumber,
          description: descriptionOf(title),
          amount: amountOf(amountMinor, currency),
        },
      ],
      payment_source: { paypal: { vault_id: token } },
    },
  });
  const externalId = textOf(order["id"]);
  if (!externalId || asList(order["purchase_units"]).length === 0)
    throw new PaymentFailure("unavailable", { code: "noOrder" });
  return { externalId, standing: orderStanding(order) };
}
