import { currencies } from "@homeroom/contract/currencies";
import { type CurrencyCode, fromMinor, toMinor } from "@homeroom/contract/money";
import {
  PaymentFailure,
  type PaymentRequest,
  type PaymentStanding,
  type PaymentStart,
  type PlatformValues,
  type ReturnedMoney,
} from "#modules/payment-platforms/port";
import { asList, asRecord, type JsonRecord, textOf } from "#platform/calls/read-json";
import type { PaypalClient } from "./client.ts";

/** The currencies that PayPal and our orders share. */
export const paypalCurrencies = ["HKD", "TWD", "USD", "SGD", "JPY"] as const satisfies readonly CurrencyCode[];

/** Creates an order that the customer approves at PayPal. */
export async function createOrder(
  client: PaypalClient,
  values: PlatformValues,
  { tradeNumber, amountMinor, currency, title, returnAddress }: PaymentRequest,
): Promise<PaymentStart> {
  const amount = amountOf(amountMinor, currency);
  const order = await client.call(values, {
    path: "/v2/checkout/orders",
    requestId: tradeNumber,
    body: {
      intent: "CAPTURE",
      purchase_units: [{ custom_id: tradeNumber, invoice_id: tradeNumber, description: descriptionOf(title), amount }],
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
  const [address, externalId] = [addressIn(order), textOf(order["id"])];
  if (!address || !externalId) throw new PaymentFailure("unavailable", { code: "noLink" });
  return { address, externalId, fields: null };
}

/** An order's state at PayPal. An approved order is captured. */
export async function standingOrCapture(
  client: PaypalClient,
  values: PlatformValues,
  id: string,
): Promise<PaymentStanding> {
  const path = `/v2/checkout/orders/${encodeURIComponent(id)}`;
  const order = await client.call(values, { method: "GET", path });
  const status = textOf(order["status"]);
  if (status === "VOIDED") return standingOf(unitOf(order), "failed");
  if (status !== "APPROVED") return orderStanding(order);
  const captured = client.call(values, { path: `${path}/capture`, requestId: `${id}-capture`, body: {} });
  return captured.then(orderStanding, (error: unknown) => {
    // The customer must choose another card: the order stays open.
    if (error instanceof PaymentFailure && error.code === "INSTRUMENT_DECLINED")
      return standingOf(unitOf(order), "waiting");
    throw error;
  });
}

/** The states of captures whose money arrived and is here; refunds of a capture are listed separately. */
const cameIn = ["COMPLETED", "PARTIALLY_REFUNDED"];

/** An order's state: paid once a capture of it has completed. A fully refunded capture does not count. */
export function orderStanding(order: JsonRecord): PaymentStanding {
  const unit = unitOf(order);
  const money = asRecord(unit["payments"]);
  const captures = asList(money["captures"]).map(asRecord);
  const paid = captures.find(({ status }) => cameIn.includes(textOf(status) ?? ""));
  if (paid) {
    const standing = standingOf(paid, "paid");
    const refunds = asList(money["refunds"]).map(asRecord);
    const made = refunds.filter(({ status }) => status === "COMPLETED");
    return { ...standing, returned: made.map((refund) => returnedBy(refund, standing.reference)) };
  }
  const isRefused = captures.some(({ status }) => status === "DECLINED" || status === "FAILED");
  return standingOf(unit, isRefused ? "failed" : "waiting");
}

/** The fields of a capture, or of an order's unit. */
export function standingOf(part: JsonRecord, state: PaymentStanding["state"]): PaymentStanding {
  const { amountMinor, currency } = amountIn(part);
  const reference = state === "paid" ? (textOf(part["id"]) ?? "") : "";
  if (state === "paid" && reference === "") throw new PaymentFailure("unavailable", { code: "noReference" });
  return { state, reference, amountMinor, currency, numbers: null };
}

/** The amount of a capture that a completed refund returned. */
export function returnedBy(refund: JsonRecord, reference: string): ReturnedMoney {
  const externalId = textOf(refund["id"]);
  if (!externalId) throw new PaymentFailure("unavailable", { code: "unknownRefund" });
  const [refundNumber = "", note = ""] = [textOf(refund["custom_id"]), textOf(refund["note_to_payer"])];
  return { externalId, refundNumber, reference, ...amountIn(refund), note };
}

/** The amount of an order's unit, a capture or a refund. Throws `unavailable` for an unsupported one. */
export function amountIn(part: JsonRecord): { amountMinor: number; currency: CurrencyCode } {
  const amount = asRecord(part["amount"]);
  const currency = paypalCurrencies.find((one) => one === amount["currency_code"]);
  const amountMinor = currency && toMinor(Number(amount["value"]), currency);
  if (!currency || amountMinor === null || amountMinor === undefined)
    throw new PaymentFailure("unavailable", { code: "unknownAmount" });
  return { amountMinor, currency };
}

/** The page where the customer approves an order, or future charges. */
export function addressIn(resource: JsonRecord): string | null | undefined {
  const page = asList(resource["links"])
    .map(asRecord)
    .find(({ rel }) => rel === "payer-action" || rel === "approve");
  return textOf(page?.["href"]);
}

/** An amount as PayPal writes it. */
export function amountOf(amountMinor: number, currency: CurrencyCode): { currency_code: string; value: string } {
  return { currency_code: currency, value: valueOf(amountMinor, currency) };
}

/** PayPal's limit for a description; non-ASCII letters count as more than one. */
const maxBytes = 127;

/** The beginning of a title within PayPal's limit; no character is cut in two. */
export function descriptionOf(title: string): string {
  let kept = "";
  for (const character of title.toWellFormed()) {
    if (Buffer.byteLength(kept + character) > maxBytes) break;
    kept += character;
  }
  return kept;
}

/** PayPal accepts no decimals for Taiwan's dollar. */
function valueOf(amountMinor: number, currency: CurrencyCode): string {
  const hasDecimals = currencies[currency].step === 1 && currencies[currency].decimals > 0;
  return fromMinor(amountMinor, currency).toFixed(hasDecimals ? currencies[currency].decimals : 0);
}

/** A capture itself, or the first unit of an order. */
export function unitOf(resource: JsonRecord): JsonRecord {
  const [unit] = asList(resource["purchase_units"]);
  return unit === undefined ? resource : asRecord(unit);
}
