import { PaymentFailure, type RawNotice, type RefundDesk, type RefundStanding } from "#modules/payment-platforms/port";
import { asList, asRecord, type JsonRecord, recordIn, textOf } from "#platform/calls/read-json";
import type { PaypalClient } from "./client.ts";
import { amountOf, descriptionOf, returnedBy } from "./orders.ts";
import { verifyNotice } from "./verify-notice.ts";

/** Issues in PayPal's API description that mean a refund was not made. */
const finalRefusals = [
  "CAPTURE_FULLY_REFUNDED",
  "REFUND_NOT_ALLOWED",
  "REFUND_TIME_LIMIT_EXCEEDED",
  "REFUND_AMOUNT_EXCEEDED",
  "REFUND_AMOUNT_TOO_LOW",
  "REFUND_FAILED_INSUFFICIENT_FUNDS",
  "PARTIAL_REFUND_NOT_ALLOWED",
  "MAX_NUMBER_OF_REFUNDS_EXCEEDED",
  "PAYEE_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYEE_ACCOUNT_RESTRICTED",
  "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK",
  "TRANSACTION_DISPUTED",
  "REFUND_IS_RESTRICTED",
];

/** Refunds of captures. For a repeated request id PayPal returns the first refund. */
export function paypalRefunds(client: PaypalClient): RefundDesk {
  return {
    finalRefusals,
    async refund(values, { refundNumber, reference, amountMinor, currency, reason }) {
      const refund = await client.call(values, {
        path: `/v2/payments/captures/${encodeURIComponent(reference)}/refund`,
        requestId: refundNumber,
        body: {
          amount: amountOf(amountMinor, currency),
          custom_id: refundNumber,
          note_to_payer: descriptionOf(reason),
        },
      });
      return standingOf(refund);
    },
    async inspect(values, externalId) {
      const path = `/v2/payments/refunds/${encodeURIComponent(externalId)}`;
      return standingOf(await client.call(values, { method: "GET", path }));
    },
    returnedOf: captureOf,
    async readReturn(values, notice) {
      await verifyNotice(client, values, notice);
      const refund = asRecord(recordIn(notice.body)["resource"]);
      return standingOf(refund).state === "done" ? returnedBy(refund, captureOf(notice) ?? "") : null;
    },
  };
}

const states: Readonly<Record<string, RefundStanding["state"]>> = {
  COMPLETED: "done",
  PENDING: "working",
  FAILED: "failed",
  CANCELLED: "failed",
};

function standingOf(refund: JsonRecord): RefundStanding {
  const [externalId, status = ""] = [textOf(refund["id"]), textOf(refund["status"])];
  const state = states[status];
  if (!externalId || !state) throw new PaymentFailure("unavailable", { code: "unknownRefund" });
  const problem = state === "done" ? "" : (textOf(asRecord(refund["status_details"])["reason"]) ?? status);
  return { state, externalId, problem };
}

/** Refunded by the merchant, or reversed by PayPal or the customer's bank. */
const returns = ["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"];

/** The capture of a refund notice, from its `up` link. */
function captureOf({ body }: RawNotice): string | null {
  const event = recordIn(body);
  if (!returns.includes(textOf(event["event_type"]) ?? "")) return null;
  const links = asList(asRecord(event["resource"])["links"]).map(asRecord);
  const address = textOf(links.find(({ rel }) => rel === "up")?.["href"]) ?? "";
  return /\/v2\/payments\/captures\/([0-9A-Za-z]{1,64})$/.exec(address)?.[1] ?? null;
}
