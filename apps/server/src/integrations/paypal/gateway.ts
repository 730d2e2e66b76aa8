import type { PaymentGateway, PlatformValues, RawNotice } from "#modules/payment-platforms/port";
import { asRecord, type JsonRecord, recordIn, textOf } from "#platform/calls/read-json";
import { paypalClient } from "./client.ts";
import { createOrder, paypalCurrencies, standingOf, standingOrCapture, unitOf } from "./orders.ts";
import { paypalRefunds } from "./refunds.ts";
import { paypalVault } from "./vault.ts";
import { verifyNotice } from "./verify-notice.ts";

/** PayPal at an address, the setting PAYPAL_API_URL. */
export function paypalGateway(apiUrl: string): PaymentGateway {
  const client = paypalClient(apiUrl);
  const inspect = (values: PlatformValues, id: string) => standingOrCapture(client, values, id);
  return {
    provider: "paypal",
    currencies: paypalCurrencies,
    thanks: "",
    cards: paypalVault(client),
    refunds: paypalRefunds(client),
    async check(values) {
      // Answers 404 for a webhook of another account.
      const path = `/v1/notifications/webhooks/${encodeURIComponent(values.webhookID ?? "")}`;
      await client.call(values, { method: "GET", path });
    },
    start: (values, request) => createOrder(client, values, request),
    tradeNumberOf: (notice) => textOf(unitOf(resourceOf(notice))["custom_id"]) ?? null,
    async readNotice(values, notice) {
      await verifyNotice(client, values, notice);
      const resource = resourceOf(notice);
      const type = textOf(recordIn(notice.body)["event_type"]) ?? "";
      if (type === "CHECKOUT.ORDER.APPROVED") return inspect(values, textOf(resource["id"]) ?? "");
      if (type === "PAYMENT.CAPTURE.COMPLETED") return standingOf(resource, "paid");
      return type === "PAYMENT.CAPTURE.DENIED" ? standingOf(resource, "failed") : null;
    },
    inspect: (values, { externalId }) => inspect(values, externalId),
  };
}

function resourceOf({ body }: RawNotice): JsonRecord {
  return asRecord(recordIn(body)["resource"]);
}
