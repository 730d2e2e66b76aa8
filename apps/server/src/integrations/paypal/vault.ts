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

/** Issues in PayPal's API description that mean an order was not charged. */
const finalRefusals = [
  "BILLING_AGREEMENT_NOT_FOUND",
  "CARD_EXPIRED",
  "COMPLIANCE_VIOLATION",
  "INSTRUMENT_DECLINED",
  "PAYEE_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYEE_ACCOUNT_RESTRICTED",
  "PAYEE_BLOCKED_TRANSACTION",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_CANNOT_PAY",
  "PAYMENT_DENIED",
  "TRANSACTION_BLOCKED_BY_PAYEE",
  "TRANSACTION_LIMIT_EXCEEDED",
  "TRANSACTION_RECEIVING_LIMIT_EXCEEDED",
  "TRANSACTION_REFUSED",
];

/** PayPal accounts whose owners allow future charges (Payment Method Tokens v3, as of 2026-11). */
export function paypalVault(client: PaypalClient): CardVault {
  return {
    finalRefusals,
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

/**
 * PayPal creates one order per request id, so a retry after a lost response returns the same one, within the six hours
 * for which it keeps the id. "Number already used" says nothing about the charge that used it.
 */
async function chargeAgain(
  client: PaypalClient,
  values: PlatformValues,
  { tradeNumber, amountMinor, currency, title, token }: CardCharge,
): Promise<{ externalId: string; standing: PaymentStanding }> {
  const amount = amountOf(amountMinor, currency);
  const unit = { custom_id: tradeNumber, invoice_id: tradeNumber, description: descriptionOf(title), amount };
  const body = { intent: "CAPTURE", purchase_units: [unit], payment_source: { paypal: { vault_id: token } } };
  const call = { path: "/v2/checkout/orders", requestId: tradeNumber, body };
  const order = await client.call(values, call).catch((error: unknown) => {
    if (error instanceof PaymentFailure && error.code === "DUPLICATE_INVOICE_ID")
      throw new PaymentFailure("unavailable", { code: error.code, cause: error });
    throw error;
  });
  const externalId = textOf(order["id"]);
  if (!externalId || asList(order["purchase_units"]).length === 0)
    throw new PaymentFailure("unavailable", { code: "noOrder" });
  return { externalId, standing: orderStanding(order) };
}
