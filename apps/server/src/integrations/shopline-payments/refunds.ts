import {
  PaymentFailure,
  type PlatformValues,
  type RawNotice,
  type RefundDesk,
  type RefundStanding,
} from "#modules/payment-platforms/port";
import { asRecord, type JsonRecord, recordIn, textOf } from "#platform/calls/read-json";
import { amountIn } from "./amount.ts";
import { requireSigned } from "./signed-notice.ts";

type Call = (values: PlatformValues, path: string, body: object, once?: string) => Promise<JsonRecord>;

/**
 * Switched off, account not verified, too late, no such trade, no balance, not online, no partial refund. "Nothing left to
 * return" (1014, 4701) is not among them: after a lost response, this refund itself may have returned it.
 */
const finalRefusals = ["1010", "1015", "1020", "1021", "1022", "1202", "4707"];

/** Refunds of trades. The refund number is the merchant's own, and SHOPLINE accepts it once. */
export function shoplineRefunds(call: Call): RefundDesk {
  return {
    finalRefusals,
    async refund(values, { refundNumber, reference, amountMinor, currency, reason }) {
      const body = {
        referenceOrderId: refundNumber,
        tradeOrderId: reference,
        amount: { value: amountMinor, currency },
        reason: reason.slice(0, 256),
      };
      return standingOf(await call(values, "/api/v1/trade/refund/create", body, refundNumber));
    },
    async inspect(values, refundOrderId) {
      return standingOf(await call(values, "/api/v1/trade/refund/get", { refundOrderId }));
    },
    returnedOf: tradeOf,
    async readReturn(values, notice) {
      requireSigned(values, notice);
      const refund = asRecord(recordIn(notice.body)["data"]);
      const externalId = textOf(refund["refundOrderId"]);
      if (!externalId) throw new PaymentFailure("unavailable", { code: "unknownRefund" });
      const refundNumber = textOf(refund["referenceOrderId"]) ?? "";
      const note = textOf(refund["reason"]) ?? "";
      return { externalId, refundNumber, reference: tradeOf(notice) ?? "", ...amountIn(refund), note };
    },
  };
}

const states: Readonly<Record<string, RefundStanding["state"]>> = {
  SUCCEEDED: "done",
  PROCESSING: "working",
  FAILED: "failed",
};

function standingOf(refund: JsonRecord): RefundStanding {
  const [externalId, status = ""] = [textOf(refund["refundOrderId"]), textOf(refund["status"])];
  const state = states[status];
  if (!externalId || !state) throw new PaymentFailure("unavailable", { code: "unknownRefund" });
  return { state, externalId, problem: state === "done" ? "" : status };
}

const returns = ["trade.refund.succeeded", "refund.succeeded"];

/** The trade of a refund notice. */
function tradeOf({ body }: RawNotice): string | null {
  const event = recordIn(body);
  const isReturn = returns.includes(textOf(event["type"]) ?? "");
  return isReturn ? (textOf(asRecord(event["data"])["tradeOrderId"]) ?? null) : null;
}
