import {
  PaymentFailure,
  type PaymentGateway,
  type PaymentRequest,
  type PaymentStanding,
  type RawNotice,
} from "#modules/payment-platforms/port";
import { asRecord, type JsonRecord, recordIn, textOf } from "#platform/calls/read-json";
import { amountIn } from "./amount.ts";
import { shoplineClient } from "./client.ts";
import { shoplineRefunds } from "./refunds.ts";
import { requireSigned } from "./signed-notice.ts";

/** A merchant without access, and a wrong signature. */
const notLetIn = ["ACCESS_DENIED", "2002"];

/** SHOPLINE Payments at an address, the setting SHOPLINE_API_URL. */
export function shoplineGateway(apiUrl: string): PaymentGateway {
  const call = shoplineClient(apiUrl);
  return {
    provider: "shopline",
    currencies: ["TWD"],
    thanks: "",
    refunds: shoplineRefunds(call),
    async check(values) {
      // No call only tests a key. The query of a session that does not exist says so only to merchants with access.
      const asked = call(values, "/api/v1/trade/sessions/query", { sessionId: "homeroom-check" });
      await asked.catch((error: unknown) => {
        const isLetIn = error instanceof PaymentFailure && error.reason === "refused" && !notLetIn.includes(error.code);
        if (!isLetIn) throw error;
      });
    },
    async start(values, request) {
      const session = await call(values, "/api/v1/trade/sessions/create", sessionOf(request), request.tradeNumber);
      const [address, externalId] = [textOf(session["sessionUrl"]), textOf(session["sessionId"])];
      if (!address || !externalId) throw new PaymentFailure("unavailable", { code: "noLink" });
      return { address, externalId, fields: null };
    },
    tradeNumberOf: (notice) => textOf(dataOf(notice)["referenceOrderId"]) ?? null,
    async readNotice(values, notice) {
      requireSigned(values, notice);
      const data = dataOf(notice);
      const type = textOf(recordIn(notice.body)["type"]);
      if (type === "trade.succeeded") return standingOf(data, "paid");
      return type === "trade.failed" || type === "trade.expired" ? standingOf(data, "failed") : null;
    },
    async inspect(values, { externalId }) {
      const session = await call(values, "/api/v1/trade/sessions/query", { sessionId: externalId });
      const status = textOf(session["status"]);
      return standingOf(session, status === "SUCCEEDED" ? "paid" : status === "EXPIRED" ? "failed" : "waiting");
    },
  };
}

/** Minor units are hundredths here too. */
function sessionOf({ tradeNumber, amountMinor, currency, title, returnAddress, minutes }: PaymentRequest): object {
  return {
    referenceId: tradeNumber,
    amount: { value: amountMinor, currency },
    returnUrl: returnAddress,
    mode: "regular",
    allowPaymentMethodList: ["CreditCard", "LinePay", "VirtualAccount", "JKOPay", "ApplePay"],
    ...(minutes !== null && { expireTime: Math.max(minutes, 1) }),
    order: { products: [{ name: title, quantity: 1, amount: { value: amountMinor, currency } }] },
  };
}

function standingOf(data: JsonRecord, state: PaymentStanding["state"]): PaymentStanding {
  const { amountMinor, currency } = amountIn(data);
  const reference = state === "paid" ? (textOf(data["tradeOrderId"]) ?? "") : "";
  if (state === "paid" && reference === "") throw new PaymentFailure("unavailable", { code: "noReference" });
  return { state, reference, amountMinor, currency, numbers: null };
}

function dataOf({ body }: RawNotice): JsonRecord {
  return asRecord(recordIn(body)["data"]);
}
