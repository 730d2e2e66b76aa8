import { type CurrencyCode, currencies, fromMinor, toMinor } from "@homeroom/contract/money";
import {
  PaymentFailure,
  type PaymentGateway,
  type PaymentRequest,
  type PaymentStanding,
  type PaymentStart,
  type PlatformValues,
  type RawNotice,
} from "#modules/payment-platforms/port";
import { asList, asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";
import { type PaypalClient, paypalClient } from "./client.ts";
import { verifyNotice } from "./verify-notice.ts";

/** What PayPal and our orders both have. */
const paypalCurrencies = ["HKD", "TWD", "USD", "SGD", "JPY"] as const satisfies readonly CurrencyCode[];

/** PayPal at an address, the setting PAYPAL_API_URL. */
export function paypalGateway(apiUrl: string): PaymentGateway {
  const client = paypalClient(apiUrl);
  const inspect = (values: PlatformValues, id: string) => standingOrCapture(client, values, id);
  return {
    provider: "paypal",
    currencies: paypalCurrencies,
    thanks: "",
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
      const type = textOf(readBody(notice)["event_type"]) ?? "";
      if (type === "CHECKOUT.ORDER.APPROVED") return inspect(values, textOf(resource["id"]) ?? "");
      if (type === "PAYMENT.CAPTURE.COMPLETED") return standingOf(resource, "paid");
      return type === "PAYMENT.CAPTURE.DENIED" ? standingOf(resource, "failed") : null;
    },
    inspect: (values, { externalId }) => inspect(values, externalId),
  };
}

async function createOrder(
  client: PaypalClient,
  values: PlatformValues,
  { tradeNumber, amountMinor, currency, title, returnAddress }: PaymentRequest,
): Promise<PaymentStart> {
  const amount = { currency_code: currency, value: valueOf(amountMinor, currency) };
  const order = await client.call(values, {
    path: "/v2/checkout/orders",
    requestId: tradeNumber,
    body: {
      intent: "CAPTURE",
      purchase_units: [{ custom_id: tradeNumber, invoice_id: tradeNumber, description: title.slice(0, 127), amount }],
      payment_source: {
        paypal: {
          experience_context: {
            user_action: "PAY_NOW",
            shipping_preference: "NO_SHIPPING",
            return_url: returnAddress,
            cancel_url: returnAddress,
          },
        },
      },
    },
  });
  const page = asList(order["links"])
    .map(asRecord)
    .find(({ rel }) => rel === "payer-action" || rel === "approve");
  const [address, externalId] = [textOf(page?.["href"]), textOf(order["id"])];
  if (!address || !externalId) throw new PaymentFailure("unavailable", { code: "noLink" });
  return { address, externalId, fields: null };
}

/** An order as PayPal has it; one that the customer approved is captured. */
async function standingOrCapture(client: PaypalClient, values: PlatformValues, id: string): Promise<PaymentStanding> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const order = await client.call(values, { method: "GET", path });
  const status = textOf(order["status"]);
  if (status === "VOIDED") return standingOf(unitOf(order), "failed");
  if (status !== "APPROVED") return orderStanding(order);
  const captured = client.call(values, { path: `${path}/capture`, requestId: `${id}-capture`, body: {} });
  return captured.then(orderStanding, (error: unknown) => {
    // The customer is to choose another card: the order stays open for them.
    if (error instanceof PaymentFailure && error.code === "INSTRUMENT_DECLINED")
      return standingOf(unitOf(order), "waiting");
    throw error;
  });
}

function orderStanding(order: JsonRecord): PaymentStanding {
  const unit = unitOf(order);
  const captures = asList(asRecord(unit["payments"])["captures"]).map(asRecord);
  const paid = captures.find(({ status }) => status === "COMPLETED");
  if (paid) return standingOf(paid, "paid");
  const isRefused = captures.some(({ status }) => status === "DECLINED" || status === "FAILED");
  return standingOf(unit, isRefused ? "failed" : "waiting");
}

/** What a capture, or the unit of an order, says. */
function standingOf(part: JsonRecord, state: PaymentStanding["state"]): PaymentStanding {
  const amount = asRecord(part["amount"]);
  const currency = paypalCurrencies.find((one) => one === amount["currency_code"]);
  const amountMinor = currency && toMinor(Number(amount["value"]), currency);
  if (!currency || amountMinor === null || amountMinor === undefined)
    throw new PaymentFailure("unavailable", { code: "unknownAmount" });
  const reference = state === "paid" ? (textOf(part["id"]) ?? "") : "";
  if (state === "paid" && reference === "") throw new PaymentFailure("unavailable", { code: "noReference" });
  return { state, reference, amountMinor, currency, numbers: null };
}

/** PayPal takes no decimals of Taiwan's dollar. */
function valueOf(amountMinor: number, currency: CurrencyCode): string {
  const hasDecimals = currencies[currency].step === 1 && currencies[currency].decimals > 0;
  return fromMinor(amountMinor, currency).toFixed(hasDecimals ? currencies[currency].decimals : 0);
}

/** A capture itself, or the first unit of an order. */
function unitOf(resource: JsonRecord): JsonRecord {
  const [unit] = asList(resource["purchase_units"]);
  return unit === undefined ? resource : asRecord(unit);
}

function resourceOf(notice: RawNotice): JsonRecord {
  return asRecord(readBody(notice)["resource"]);
}

function readBody({ body }: RawNotice): JsonRecord {
  try {
    return asRecord(JSON.parse(body.toString("utf8")));
  } catch {
    return {};
  }
}
